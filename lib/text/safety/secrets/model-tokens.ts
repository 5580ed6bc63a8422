import { looksMade, mixesCases, row, type SecretRule } from "@/lib/text/safety/secrets/rule";

const A = "[A-Za-z0-9]";
const U = "[A-Za-z0-9_-]";
const END = "(?![A-Za-z0-9])";

/** Keys of model providers and related tools. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const modelTokens: readonly SecretRule[] = [
  row("anthropic_key", "anthropic_key", "an Anthropic key", ["sk-ant-"], new RegExp(`sk-ant-${U}{24,200}`, "y"), { check: looksMade }),
  row("openrouter_key", "openrouter_key", "an OpenRouter key", ["sk-or-v1-"], /sk-or-v1-[a-f0-9]{64}/y),
  row("openai_sk_proj", "openai_key", "an OpenAI key", ["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"], new RegExp(`sk-(?:proj|svcacct|admin|None)-${U}{24,250}`, "y"), { check: looksMade }),
  row("openai_sk", "openai_key", "an API key of the OpenAI form", ["sk-"], new RegExp(`sk-${A}{32,64}${END}`, "y"), { check: looksMade }),
  row("huggingface_hf", "huggingface_token", "a Hugging Face token", ["hf_"], new RegExp(`hf_${A}{30,50}${END}`, "y")),
  row("huggingface_api_org", "huggingface_token", "a Hugging Face token", ["api_org_"], new RegExp(`api_org_${A}{30,40}${END}`, "y")),
  row("groq_key", "groq_key", "a Groq key", ["gsk_"], new RegExp(`gsk_${A}{40,60}${END}`, "y")),
  row("xai_key", "xai_key", "an xAI key", ["xai-"], new RegExp(`xai-${A}{60,100}${END}`, "y")),
  row("perplexity_key", "perplexity_key", "a Perplexity key", ["pplx-"], new RegExp(`pplx-${A}{40,64}${END}`, "y")),
  row("replicate_token", "replicate_token", "a Replicate token", ["r8_"], new RegExp(`r8_${A}{36,40}${END}`, "y")),
  row("nvidia_key", "nvidia_key", "an NVIDIA key", ["nvapi-"], new RegExp(`nvapi-${U}{50,80}`, "y")),
  row("langsmith_key", "langsmith_key", "a LangSmith key", ["lsv2_pt_", "lsv2_sk_"], /lsv2_(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}/y),
  row("pinecone_key", "pinecone_key", "a Pinecone key", ["pcsk_"], /pcsk_[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,80}/y),
  row("tavily_key", "tavily_key", "a Tavily key", ["tvly-"], new RegExp(`tvly-${U}{28,60}`, "y"), { check: mixesCases }),
  row("firecrawl_key", "firecrawl_key", "a Firecrawl key", ["fc-"], /fc-[a-f0-9]{32}(?![a-z0-9])/y),
  row("elevenlabs_key", "elevenlabs_key", "an ElevenLabs key", ["sk_"], /sk_[a-f0-9]{48}(?![a-z0-9])/y),
  row("gemini_key", "google_key", "a Gemini API key", ["AQ.Ab"], new RegExp(`AQ\\.Ab${U}{40,90}`, "y"), { check: mixesCases }),
  row("aws_bedrock_key", "aws_bedrock_key", "an Amazon Bedrock key", ["ABSK"], /ABSK[A-Za-z0-9+/]{100,269}={0,2}/y),
  row("aws_bedrock_short_key", "aws_bedrock_key", "an Amazon Bedrock key", ["bedrock-api-key-"], /bedrock-api-key-[A-Za-z0-9+/=]{40,2000}/y),
  row("azure_openai_key", "azure_key", "an Azure AI key", ["JQQJ99"], /(?<=(?<![A-Za-z0-9])(?<head>[A-Za-z0-9]{40,60}))JQQJ99[A-Za-z0-9]{20,40}/y, { inside: true }),
  row("cerebras_key", "cerebras_key", "a Cerebras key", ["csk-"], new RegExp(`csk-${A}{40,60}${END}`, "y"), { check: looksMade }),
  row("fireworks_key", "fireworks_key", "a Fireworks key", ["fw_"], new RegExp(`fw_${A}{22,40}${END}`, "y"), { check: mixesCases }),
  row("jina_key", "jina_key", "a Jina key", ["jina_"], new RegExp(`jina_${A}{40,70}${END}`, "y"), { check: mixesCases }),
  row("voyage_key", "voyage_key", "a Voyage AI key", ["pa-"], new RegExp(`pa-${U}{43}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
  row("wandb_key", "wandb_key", "a Weights & Biases key", ["wandb_v1_"], /wandb_v1_[A-Za-z0-9_]{40,100}/y, { check: looksMade }),
  row("together_key", "together_key", "a Together key", ["tgp_v1_"], new RegExp(`tgp_v1_${U}{40,60}`, "y")),
  row("langfuse_key", "langfuse_key", "a Langfuse secret key", ["sk-lf-"], /sk-lf-[0-9a-f]{8}-[0-9a-f-]{27}/y),
  row("helicone_key", "helicone_key", "a Helicone key", ["sk-helicone-"], /sk-helicone-[a-z0-9-]{20,60}/y, { check: looksMade }),
  row("apify_token", "apify_token", "an Apify token", ["apify_api_"], new RegExp(`apify_api_${A}{34,40}`, "y")),
  row("runpod_key", "runpod_key", "a RunPod key", ["rpa_"], new RegExp(`rpa_${A}{40,50}${END}`, "y"), { check: looksMade }),
  row("brave_key", "brave_key", "a Brave Search key", ["BSA"], new RegExp(`BSA${U}{27,29}(?![A-Za-z0-9_-])`, "y"), { check: mixesCases }),
];
