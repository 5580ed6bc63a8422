import { looksMade, mixesCases, row, type SecretRule, U } from "@/lib/text/safety/secrets/rule";

/** Tokens and webhook URLs of messaging services. Shapes follow the vendors' documentation. */
// biome-ignore format: a row is one line
export const messageTokens: readonly SecretRule[] = [
  row("slack_xoxb", "slack_token", "a Slack token", ["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxe-", "xoxc-", "xoxd-"], /xox[bparsoecd]-[A-Za-z0-9%./+=-]{15,250}/y, { check: looksMade }),
  row("slack_xapp", "slack_token", "a Slack app token", ["xapp-"], /xapp-\d-[A-Za-z0-9]{6,20}-\d{6,20}-[A-Za-z0-9]{20,80}/y),
  row("slack_webhook", "slack_webhook", "a Slack webhook", ["hooks.slack.com/"], /hooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Z0-9]{6,20}\/[A-Z0-9]{6,20}\/[A-Za-z0-9/]{16,80}/y),
  row("discord_webhook", "discord_webhook", "a Discord webhook", ["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], new RegExp(`discord(?:app)?\\.com/api/webhooks/\\d{10,22}/${U}{40,100}`, "y")),
  row("teams_webhook", "teams_webhook", "a Teams webhook", ["webhook.office.com/"], /webhook\.office\.com\/webhookb2\/[0-9a-f-]{36}@[0-9a-f-]{36}\/IncomingWebhook\/[A-Za-z0-9]{32}/y),
  row("zapier_webhook", "zapier_webhook", "a Zapier webhook", ["hooks.zapier.com/hooks/catch/"], /hooks\.zapier\.com\/hooks\/catch\/\d{4,12}\/[a-z0-9]{5,20}/y, { check: looksMade }),
  row("sendgrid_key", "sendgrid_key", "a SendGrid key", ["SG."], new RegExp(`SG\\.${U}{16,32}\\.${U}{32,64}`, "y")),
  row("twilio_key", "twilio_key", "a Twilio key", ["SK", "AC"], /(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])/y),
  row("mailgun_key", "mailgun_key", "a Mailgun key", ["key-"], /key-[0-9a-z]{32}(?![0-9A-Za-z])/y, { check: looksMade }),
  row("brevo_key", "brevo_key", "a Brevo key", ["xkeysib-", "xsmtpsib-"], /x(?:key|smtp)sib-[a-f0-9]{64}-[A-Za-z0-9]{16}/y),
  row("resend_key", "resend_key", "a Resend key", ["re_"], /re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,30}(?![A-Za-z0-9])/y, { check: mixesCases }),
];
