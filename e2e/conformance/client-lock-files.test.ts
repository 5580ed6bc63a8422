import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { write } from "@/db/client";
import { keepClientPackage } from "@/db/queries/files";
import { expect, test } from "@/e2e/support/api";
import { throwAwayFolder } from "@/e2e/support/product";
import { outputOf } from "@/e2e/support/programs";
import { archive } from "@/lib/server/formats/client/packages";

/** A package as an earlier release of the service packed it. */
function packedBefore(): Uint8Array {
  const manifest = { name: "cairn-client", version: "0.0.9", type: "module", exports: "./client.js" };
  return archive([
    { name: "package/package.json", text: JSON.stringify(manifest), isProgram: false },
    { name: "package/client.js", text: "export const before = true;\n", isProgram: false },
  ]);
}

for (const place of ["the address of the newest package", "the address that names the content"])
  test(`npm ci installs what an old lock file holds after an upgrade of the service: ${place}`, async ({ api }) => {
    const bytes = packedBefore();
    const digest = createHash("sha256").update(bytes).digest("hex");
    const sha512 = createHash("sha512").update(bytes).digest("base64");
    await write((sql) => keepClientPackage(sql, { digest, sha512, bytes }));
    const folder = throwAwayFolder("old-lock");
    const resolved = `${api.base}${place.includes("newest") ? "/client.tgz" : `/client/${digest}.tgz`}`;
    const dependencies = { "cairn-client": resolved };
    const packages = {
      "": { name: "app", version: "1.0.0", dependencies },
      "node_modules/cairn-client": { version: "0.0.9", resolved, integrity: `sha512-${sha512}` },
    };
    mkdirSync(folder, { recursive: true });
    const put = (name: string, value: object) => writeFileSync(path.join(folder, name), JSON.stringify(value));
    put("package.json", { name: "app", version: "1.0.0", dependencies });
    put("package-lock.json", { name: "app", version: "1.0.0", lockfileVersion: 3, requires: true, packages });
    const args = ["ci", "--no-audit", "--no-fund", "--cache", path.join(folder, ".npm")];
    const ran = await outputOf(spawn("npm", args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] }));
    expect(ran.code, ran.stdout + ran.stderr).toBe(0);
    const installed = readFileSync(path.join(folder, "node_modules/cairn-client/package.json"), "utf8");
    expect(JSON.parse(installed).version).toBe("0.0.9");
    rmSync(folder, { recursive: true });
  });
