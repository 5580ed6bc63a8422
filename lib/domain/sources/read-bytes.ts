import { SourceFailure } from "@/lib/domain/sources/source-failure";

/** All bytes of a stream; throws a `SourceFailure` as soon as there are more than `bytesMax`. */
export async function readBytes(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    bytes += next.value.byteLength;
    if (bytes > bytesMax) {
      await reader?.cancel();
      throw new SourceFailure(`it has more than ${(bytesMax / 1_048_576).toFixed(0)} MiB`);
    }
    parts.push(next.value);
  }
  return Buffer.concat(parts);
}
