import parse, { type Info } from "spdx-expression-parse";
import identifiers from "spdx-license-ids/index.json" with { type: "json" };
import type { SourceKind } from "@/db/queries/sources";

const BY_LOWER_CASE = new Map(identifiers.map((id) => [id.toLowerCase(), id]));

/** Names that people write for an identifier. Only unambiguous ones: a wrong licence is worse than a plain text. */
const WRITTEN: Record<string, string> = {
  "mit license": "MIT",
  "the mit license": "MIT",
  "apache 2.0": "Apache-2.0",
  "apache 2": "Apache-2.0",
  "apache license 2.0": "Apache-2.0",
  "apache license, version 2.0": "Apache-2.0",
  "bsd 2-clause": "BSD-2-Clause",
  "bsd 3-clause": "BSD-3-Clause",
  "isc license": "ISC",
  "mpl 2.0": "MPL-2.0",
  "mozilla public license 2.0": "MPL-2.0",
  "the unlicense": "Unlicense",
  "cc0 1.0": "CC0-1.0",
  "cc by 4.0": "CC-BY-4.0",
  "cc by-sa 4.0": "CC-BY-SA-4.0",
};

/** Of an expression: nobody who wants a licence to be read writes a longer one. */
const EXPRESSION_CHARACTERS_MAX = 200;

/** The SPDX expression that a text is, in SPDX's spelling: an identifier, an expression or a usual name. Else null. */
export function spdxOf(text: string): string | null {
  if (text.length > EXPRESSION_CHARACTERS_MAX) return null;
  const plain = text.trim().replace(/\s+/g, " ");
  const known = BY_LOWER_CASE.get(plain.toLowerCase()) ?? WRITTEN[plain.toLowerCase()];
  if (known) return known;
  try {
    parse(plain);
    return plain;
  } catch {
    return null;
  }
}

/** The address of an SPDX licence's text; null for expressions of several and for texts. */
export function spdxUrl(license: string): string | null {
  return BY_LOWER_CASE.get(license.toLowerCase()) === license ? `https://spdx.org/licenses/${license}.html` : null;
}

/** Phrases that only one licence has, after blanks are folded and letters lowered. */
const TITLES: Array<[id: string, phrase: RegExp]> = [
  ["Apache-2.0", /apache license version 2\.0, january 2004/],
  ["GPL-2.0-only", /gnu general public license version 2, june 1991/],
  ["GPL-3.0-only", /gnu general public license version 3, 29 june 2007/],
  ["LGPL-2.1-only", /gnu lesser general public license version 2\.1, february 1999/],
  ["LGPL-3.0-only", /gnu lesser general public license version 3, 29 june 2007/],
  ["AGPL-3.0-only", /gnu affero general public license version 3, 19 november 2007/],
  ["MPL-2.0", /mozilla public license,? version 2\.0/],
  ["EPL-2.0", /eclipse public license - v 2\.0/],
  ["BSL-1.0", /boost software license - version 1\.0/],
  ["Unlicense", /this is free and unencumbered software released into the public domain/],
  ["CC0-1.0", /cc0 1\.0 universal/],
  ["CC-BY-4.0", /(?:^|creative commons )attribution 4\.0 international/],
  ["CC-BY-SA-4.0", /attribution-sharealike 4\.0 international/],
  ["CC-BY-NC-4.0", /attribution-noncommercial 4\.0 international/],
  ["CC-BY-ND-4.0", /attribution-noderivatives 4\.0 international/],
  ["CC-BY-NC-SA-4.0", /attribution-noncommercial-sharealike 4\.0 international/],
  ["CC-BY-NC-ND-4.0", /attribution-noncommercial-noderivatives 4\.0 international/],
];
/** Licences name each other in their later text, never in their titles. */
const TITLE_CHARACTERS = 600;

/**
 * One line at a time, and of that no more than an expression: the time it takes must not grow with the square of a
 * file.
 */
const NAMED = new RegExp(
  String.raw`^[^\w\n\r\u2028\u2029]*SPDX-License-Identifier:[ \t]*(\S.{0,${EXPRESSION_CHARACTERS_MAX}}?)[ \t*/]*$`,
  "m",
);

/** The licence of a LICENSE file by its `SPDX-License-Identifier` or its wording; null when it is not surely one. */
export function spdxOfFile(text: string): string | null {
  const named = NAMED.exec(text)?.[1];
  if (named) return spdxOf(named);
  const folded = text.toLowerCase().replace(/\s+/g, " ").trim();
  const start = folded.slice(0, TITLE_CHARACTERS);
  const found = TITLES.filter(([, phrase]) => phrase.test(start)).map(([id]) => id);
  const short = shortLicence(folded);
  if (short) found.push(short);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The short licences have no title of their own that always stands there; their conditions tell them apart. */
function shortLicence(folded: string): string | null {
  const has = (phrase: string) => folded.includes(phrase);
  if (has("permission is hereby granted, free of charge, to any person obtaining a copy"))
    return has("the above copyright notice and this permission notice shall be included in all copies") ? "MIT" : null;
  if (has("redistribution and use in source and binary forms")) {
    if (has("all advertising materials")) return null;
    return has("neither the name") ? "BSD-3-Clause" : "BSD-2-Clause";
  }
  if (
    /permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose with or without fee/.test(
      folded,
    )
  )
    return has("provided that the above copyright notice") ? "ISC" : null;
  return null;
}

/** Licences under which a text may be copied whole with its notice, also by a public service. */
const ALLOWING = new Set(
  `0BSD AFL-3.0 AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-2.0 Artistic-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause
   BSL-1.0 CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 CDDL-1.0 CDDL-1.1 ECL-2.0 EPL-1.0 EPL-2.0 EUPL-1.2
   GFDL-1.3 GPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0 GPL-3.0-only GPL-3.0-or-later ISC LGPL-2.1 LGPL-2.1-only
   LGPL-2.1-or-later LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later MIT MIT-0 MPL-2.0 MS-PL NCSA OFL-1.1 PostgreSQL
   Python-2.0 Unlicense UPL-1.0 WTFPL Zlib`.split(/\s+/),
);

/** Whether a licence, as SPDX writes it, lets a public service show a whole text. Unknown ones do not. */
export function allowsCopying(license: string | null): boolean {
  if (license === null) return false;
  try {
    return allows(parse(license));
  } catch {
    return false;
  }
}

/** Whether a source's text is shown whole: an operator answers for the folders of their own machine, as for an import. */
export function isShownWhole({ kind }: { kind: SourceKind }, license: string | null): boolean {
  return kind === "folder" || allowsCopying(license);
}

function allows(info: Info): boolean {
  if ("conjunction" in info) {
    const [left, right] = [allows(info.left), allows(info.right)];
    return info.conjunction === "or" ? left || right : left && right;
  }
  return "license" in info && ALLOWING.has(info.license);
}
