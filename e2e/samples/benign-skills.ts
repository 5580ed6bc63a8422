/** Harmless guidance near the limits of the rules: each text was, or could be, a false positive. */
export const benignSkills: Record<string, string> = {
  "a warning against env files": "- **Security:** never read `.env` files or search the disk for credentials.",
  "ask first": "Do not delete files without asking the user for confirmation. Never push without approval.",
  "without approval, stop": "Without the recorded approval, stop and report what is missing.",
  "an API call":
    '```bash\ncurl -X POST https://api.example.com/v1/items -H "Authorization: Bearer $TOKEN" -d @payload.json\n```',
  "JSON through a filter": "```bash\ncurl -s https://api.example.com/items | jq .data | python3 -m json.tool\n```",
  "a public key": "```bash\nssh-keygen -t ed25519 -f ~/.ssh/id_ed25519\ncat ~/.ssh/id_ed25519.pub\n```",
  "an SSH host entry": "```bash\ncat >> ~/.ssh/config <<'EOF'\nHost build\nEOF\n```",
  "an env file that is written": "```bash\ncp .env.example .env\necho 'PORT=3000' >> .env\n```",
  "settings from an env file": "The values come from `.env`; load them with `dotenv` and keep the file out of git.",
  "a release that is unpacked":
    "```bash\ncurl -LO https://dl.example.com/tool.tar.gz\ntar xzf tool.tar.gz\nsudo mv tool /usr/local/bin/\n```",
  "base64 in an example": "```bash\nkubectl get secret db -o jsonpath='{.data.password}' | base64 -d\n```",
  "a local address": "Open http://127.0.0.1:3000 and http://192.168.1.10:8080/health, then curl http://10.0.0.5/ready.",
  "a data address in code": "```css\n.icon { background: url(data:image/svg+xml;base64,PHN2Zy8+); }\n```",
  "a script address in a span": "Reject addresses such as `javascript:alert(1)` and `[x](javascript:alert(1))`.",
  "a comment for the page": "<!-- markdownlint-disable MD013 -->\n\n# Title\n\nText.",
  "raw HTML": "<details>\n<summary>More</summary>\n\nText.\n\n</details>",
  "a rule at the top": "---\n\n# Title\n\nText after a thematic break.\n\n---\n\nMore.",
  "flags of a program":
    "| `--force` | Skip confirmation prompt |\n\n```bash\ntool delete NAME --force # skip confirmation prompt\n```",
  "a port check": "```bash\ntimeout 1 bash -c '</dev/tcp/localhost/5432' && echo up\n```",
  "a cleaned build": "```bash\nrm -rf ./dist node_modules/.cache /tmp/build-123\n```",
  "tests that post":
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the text itself is a template
    "```ts\nawait fetch(`${base}/api/items`, { method: 'POST', body: JSON.stringify({ name: process.env.NAME }) });\n```",
  "an exec that is named":
    "`child_process.exec()` starts a shell; prefer `execFile`, and fetch data with `fetch()` elsewhere.",
  "a known installer": "```bash\ncurl -LsSf https://astral.sh/uv/install.sh | sh\n```",
  "tokens in a header": "Send the API key in the `Authorization` header of each request to https://api.example.com.",
  "documentation to follow": "Read https://docs.example.com/migrate and follow the steps that apply to your version.",
  "a role for the reader": "You are reviewing a pull request. Act as a careful maintainer and ask when in doubt.",
  "words about browsers":
    "Cookies are kept by the browser; clear the browser cookies in the test with `context.clearCookies()`.",
  "a link definition in use": "See [the guide][guide].\n\n[guide]: https://example.com/guide",
};
