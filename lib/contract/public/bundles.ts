import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { BundleId, Timestamp } from "@/lib/contract/primitives";
import { answer, VersionFile } from "@/lib/contract/public/resources";

/** Room for 1 MiB of files that cannot be compressed, with the headers of each. */
const ARCHIVE_BYTES_MAX = 1_310_720;

export const createBundle = endpoint({
  name: "create_bundle",
  method: "POST",
  path: "/api/v1/bundles",
  summary: "Send the files of a skill's folder, for a submission that names them.",
  description:
    "The body is a tar.gz of what lies beside SKILL.md: UTF-8 texts of at most 64 KiB each, images (PNG, JPEG, GIF, WebP) and PDF of at most 256 KiB, at most 100 files and 1 MiB together. A submission by the same connection names the bundle within 24 hours in the front matter of its markdown: `bundle: bnd_…`. Its files are then judged and published with the version. Of a connection's bundles the newest ten are kept.",
  tag: "Skills",
  status: 201,
  input: z.strictObject({
    archive: z.string().meta({ description: "A tar.gz.", contentEncoding: "base64" }),
  }),
  bodyForm: "archive",
  bodyBytesMax: ARCHIVE_BYTES_MAX,
  output: answer(
    z.strictObject({
      bundle_id: BundleId,
      files: z.array(VersionFile.omit({ url: true })),
      expires_at: Timestamp,
    }),
  ),
  problems: [
    "authentication_required",
    "invalid_token",
    "connection_read_only",
    "connection_paused",
    "connection_revoked",
    "unsafe_text",
    "invalid_idempotency_key",
    "idempotency_key_reused",
    "idempotency_in_flight",
    "answer_erased",
  ],
  auth: "connection",
  access: "write",
  rate: "submission",
  idempotent: true,
});
