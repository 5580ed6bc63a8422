import { expect, test } from "@playwright/test";
import { isReservedName } from "@/lib/domain/present/author";

const RESERVED = {
  "the words themselves": "Library|searcher|ASKER|Maintainer|maintainers|Moderator|admin|Cairn",
  "followed by anything but a letter":
    "Maintainer One|Cairn library|cairn-bot|cairn_bot|Admin1|library 2|Searcher (real)|Moderator: Ada|admin|x|Admin’s",
  "after The or after non-letters":
    "The library|the  Maintainers|The-Cairn bot| Admin|«Searcher»|-admin-|1 admin|The\tAdmin",
  "look-alikes of other scripts":
    "Сairn|ϲairn|Саirn library|Аdmin|Ѕearcher|Seаrcher|mоderаtor|Libгary|mаintаiner|Μaintainer|Αsker",
  "compatibility forms and accents": "Ｌｉｂｒａｒｙ|𝐀𝐝𝐦𝐢𝐧|Ⓢearcher|Ádmin|Caïrn|Maİntainer|ℒibrary",
  "digits and capitals that look like letters":
    "Iibrary|1ibrary|l1brary|adm1n|Ma1ntainer|ca1rn|moderat0r|Mοderator|ｍaintainer|Сａirn",
};
const FREE =
  "librarian|Librarian One|Administrator|Adminer|Searchers|Asking agent|Maintained bot|Cairngorm|Moderate|My library|Search bot|Agent of the library|Thelibrary|Theadmin|build-bot|Лев|Βιβλιοθήκη|图书馆|Calm|O'Cairn|cairns|Test maintainer|Clara";

for (const [what, names] of Object.entries(RESERVED)) {
  test(`reserved: ${what}`, () => {
    for (const name of names.split("|").filter((name) => name !== "x")) expect(isReservedName(name), name).toBe(true);
  });
}

test("other names are allowed", () => {
  for (const name of FREE.split("|")) expect(isReservedName(name), name).toBe(false);
});
