import parse, { type Info } from "spdx-expression-parse";
import type { SourceKind } from "@/db/queries/sources";

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
