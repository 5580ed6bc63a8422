import { SourceFailure } from "@/lib/domain/sources/source-failure";

const FIRST_BYTES = 65_536;

/** All bytes of a stream; throws a `SourceFailure` as soon as there are more than `bytesMax`. */
export async function readBytes(stream: ReadableStream<Uint8Array> | null, bytesMax: number): Promise<Buffer> {
  // One buffer that grows: a server that sends byte by byte would make as many objects of a small answer.
  let whole = Buffer.allocUnsafe(FIRST_BYTES);
  let bytes = 0;
  const reader = stream?.getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) {
    const end = bytes + next.value.byteLength;
    if (end > bytesMax) {
      await reader?.cancel();
      throw new SourceFailure(`it has more than ${(bytesMax / 1_048_576).toFixed(0)} MiB`);
    }
    if (end > whole.length) whole = Buffer.concat([whole.subarray(0, bytes)], Math.max(end, 2 * whole.length));
    whole.set(next.value, bytes);
    bytes = end;
  }
  return whole.subarray(0, bytes);
}
