import { unreachable } from "@/lib/client/call";

const TEXT_BYTES_MAX = 5_000_000;

/** A text of the service, at most 5 MB. A truncated or a longer one counts as no answer. */
export async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      bytes += part.value.length;
      if (bytes > TEXT_BYTES_MAX) throw new Error("The answer is too long.");
      text += decoder.decode(part.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    await reader?.cancel().catch(() => {});
    throw unreachable(error);
  }
}
