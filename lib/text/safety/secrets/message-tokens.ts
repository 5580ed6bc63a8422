import { looksMade, mixesCases, type SecretRule } from "@/lib/text/safety/secrets/rule";

const U = "[A-Za-z0-9_-]";

/** Tokens and webhook URLs of messaging services. Shapes follow the vendors' documentation. */
export const messageTokens: readonly SecretRule[] = [
  {
    id: "slack_xoxb",
    kind: "secret_slack_token",
    what: "a Slack token",
    gate: ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-"],
    shape: /xox[bparsoecd]-[A-Za-z0-9%./+=-]{15,250}/y,
    check: looksMade,
  },
  {
    id: "slack_xapp",
    kind: "secret_slack_token",
    what: "a Slack app token",
    gate: ["xapp-"],
    shape: /xapp-\d-[A-Za-z0-9]{6,20}-\d{6,20}-[A-Za-z0-9]{20,80}/y,
  },
  {
    id: "slack_webhook",
    kind: "secret_slack_webhook",
    what: "a Slack webhook",
    gate: ["hooks.slack.com/"],
    shape: /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Z0-9]{6,20}\/[A-Za-z0-9/]{16,80}/y,
  },
  {
    id: "discord_webhook",
    kind: "secret_discord_webhook",
    what: "a Discord webhook",
    gate: ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"],
    shape: new RegExp(`discord(?:app)?\\.com/api/webhooks/\\d{10,22}/${U}{40,100}`, "y"),
  },
  {
    id: "teams_webhook",
    kind: "secret_teams_webhook",
    what: "a Teams webhook",
    gate: ["webhook.office.com/"],
    shape: /webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}/y,
  },
  {
    id: "zapier_webhook",
    kind: "secret_zapier_webhook",
    what: "a Zapier webhook",
    gate: ["hooks.zapier.com/hooks/catch/"],
    shape: /hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,20}/y,
    check: looksMade,
  },
  {
    id: "sendgrid_key",
    kind: "secret_sendgrid_key",
    what: "a SendGrid key",
    gate: ["SG."],
    shape: new RegExp(`SG\\.${U}{16,32}\\.${U}{32,64}`, "y"),
  },
  {
    id: "twilio_key",
    kind: "secret_twilio_key",
    what: "a Twilio key",
    gate: ["SK", "AC"],
    shape: /(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])/y,
  },
  {
    id: "mailgun_key",
    kind: "secret_mailgun_key",
    what: "a Mailgun key",
    gate: ["key-"],
    shape: /key-[0-9a-z]{32}(?![0-9A-Za-z])/y,
    check: looksMade,
  },
  {
    id: "brevo_key",
    kind: "secret_brevo_key",
    what: "a Brevo key",
    gate: ["xkeysib-", "xsmtpsib-"],
    shape: /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y,
  },
  {
    id: "resend_key",
    kind: "secret_resend_key",
    what: "a Resend key",
    gate: ["re_"],
    shape: /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])/y,
    check: mixesCases,
  },
];
