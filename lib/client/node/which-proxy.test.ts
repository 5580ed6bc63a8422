import { expect, test } from "@playwright/test";
import { proxyFor } from "@/lib/client/node/which-proxy";

const P = "http://proxy.example:3128";
const Q = "http://other.example:8080";

const NAMED: Array<[env: Record<string, string>, target: string, proxy: string | null]> = [
  [{ HTTPS_PROXY: P }, "https://a.example/x", P],
  [{ HTTPS_PROXY: P }, "http://a.example/x", null],
  [{ HTTP_PROXY: P }, "http://a.example/x", P],
  [{ HTTP_PROXY: P }, "https://a.example/x", null],
  [{ https_proxy: P, HTTPS_PROXY: Q }, "https://a.example", P],
  [{ http_proxy: P }, "http://a.example", P],
  [{ ALL_PROXY: P }, "https://a.example", P],
  [{ all_proxy: P }, "http://a.example", P],
  [{ ALL_PROXY: P, HTTPS_PROXY: Q }, "https://a.example", Q],
  [{ HTTPS_PROXY: "proxy.example:3128" }, "https://a.example", P],
  [{ HTTPS_PROXY: " " }, "https://a.example", null],
  [{ HTTPS_PROXY: "", ALL_PROXY: P }, "https://a.example", P],
  [{ HTTPS_PROXY: "https://proxy.example" }, "https://a.example", "https://proxy.example"],
  [{}, "https://a.example", null],
];

for (const [env, target, proxy] of NAMED)
  test(`${JSON.stringify(env)} for ${target}: ${proxy ?? "direct"}`, () => {
    expect(proxyFor(new URL(target), env)?.href ?? null).toBe(proxy && new URL(proxy).href);
  });

/** Entries of NO_PROXY, the target, and whether it is reached directly. */
const EXCEPTED: Array<[list: string, target: string, direct: boolean]> = [
  ["*", "https://a.example", true],
  ["a.example", "https://a.example", true],
  ["a.example", "https://b.a.example", true],
  ["a.example", "https://ba.example", false],
  [".a.example", "https://b.a.example", true],
  [".a.example", "https://a.example", true],
  ["*.a.example", "https://b.a.example", true],
  ["A.Example", "https://a.example", true],
  ["a.example.", "https://a.example", true],
  ["a.example", "https://a.example./", true],
  ["x.example, a.example", "https://a.example", true],
  ["x.example a.example", "https://a.example", true],
  ["a.example:443", "https://a.example", true],
  ["a.example:8443", "https://a.example", false],
  ["a.example:8443", "https://a.example:8443", true],
  ["a.example:80", "http://a.example", true],
  ["127.0.0.1", "https://127.0.0.1:3000", true],
  ["127.0.0.1:3001", "https://127.0.0.1:3000", false],
  ["10.0.0.0/8", "https://10.1.2.3", true],
  ["10.0.0.0/8", "https://11.1.2.3", false],
  ["10.0.0.0/99", "https://10.1.2.3", false],
  ["0.1", "https://10.0.0.1", false],
  ["::1", "https://[::1]:3000", true],
  ["[::1]", "https://[::1]", true],
  ["[::1]:3000", "https://[::1]:3000", true],
  ["fd00::/8", "https://[fd12::1]", true],
  ["fd00::/8", "https://10.0.0.1", false],
  ["localhost", "http://localhost:3000", true],
  ["", "https://a.example", false],
  [",", "https://a.example", false],
  [".", "https://a.example", false],
];

for (const [list, target, direct] of EXCEPTED)
  test(`NO_PROXY="${list}" for ${target}: ${direct ? "direct" : "by the proxy"}`, () => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(new URL(target), { ALL_PROXY: P, [name]: list }) === null).toBe(direct);
  });

for (const address of ["socks5://proxy.example:1080", "http://", "ftp://proxy.example", "http://ann:pa ss@@", "::"])
  test(`${address} is no proxy of HTTP, and the error does not repeat it`, () => {
    expect(() => proxyFor(new URL("https://a.example"), { HTTPS_PROXY: address })).toThrow(
      "HTTPS_PROXY is not the address of an HTTP proxy, such as http://proxy.example:3128.",
    );
  });
