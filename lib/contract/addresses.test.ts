import { expect, test } from "@playwright/test";
import { isPublicReference, isWebReference } from "@/lib/contract/addresses";

const welcome = [
  "https://www.postgresql.org/docs/18/sql-insert.html#SQL-ON-CONFLICT",
  "http://example.com",
  "HTTPS://Example.COM:8443/a?b=c",
  "https://example.com/@user/post",
  "https://bücher.example/語",
  "https://1.2.3.4.example.com/",
];
const refused: Array<[why: string, text: string]> = [
  ["another scheme", "ftp://example.com/a"],
  ["a script", "javascript:alert(1)"],
  ["no scheme", "//example.com/a"],
  ["a path alone", "/docs"],
  ["slashes missing", "https:example.com"],
  ["a third slash", "https:///example.com"],
  ["a user name", "https://user@example.com/"],
  ["a password", "https://user:secret@example.com/"],
  ["an empty user name", "https://@example.com/"],
  ["a blank", "https://example.com/a b"],
  ["a blank before it", " https://example.com/"],
  ["a backslash", "https://example.com\\@evil.example/"],
  ["no host", "https://"],
];
const elsewhere: Array<[what: string, text: string]> = [
  ["an IPv4 address", "http://192.0.2.7/"],
  ["an IPv4 address as one number", "http://3221225991/"],
  ["an IPv4 address in hexadecimal", "http://0xC0.0x0.2.7/"],
  ["an IPv6 address", "http://[2001:db8::1]/"],
  ["a single label", "http://intranet/wiki"],
  ["a single label with a dot after it", "http://intranet./wiki"],
  ["this machine", "http://localhost:3000/"],
  ["an internal name", "https://metadata.google.internal/"],
  ["an internal name with a dot after it", "https://metadata.google.internal./"],
  ["a name of the local network", "http://printer.local/"],
];

test("a reference may be any public web address", () => {
  expect(welcome.filter((text) => !isPublicReference(text))).toEqual([]);
});

for (const [why, text] of refused) {
  test(`a reference with ${why} is refused`, () => {
    expect(isWebReference(text)).toBe(false);
    expect(isPublicReference(text)).toBe(false);
  });
}

for (const [what, text] of elsewhere) {
  test(`a reference to ${what} is accepted, but not shown as a link`, () => {
    expect(isWebReference(text)).toBe(true);
    expect(isPublicReference(text)).toBe(false);
  });
}

test("a name that only begins or ends like a private one is public", () => {
  for (const text of ["https://internal.example.com/", "https://local.example/", "https://mylocal.net.example/"])
    expect(isPublicReference(text), text).toBe(true);
  for (const text of ["https://a.mylocal/", "https://a.notinternal/", "https://localhost.example/"])
    expect(isPublicReference(text), text).toBe(true);
});

test("what the parser takes apart and what it cannot are refused alike", () => {
  for (const text of ["https://[bad", "https://a.example:99999/", "https://exa%mple.com/", "https://a.example/\\b"])
    expect(isWebReference(text), text).toBe(false);
});
