import type { Roles } from "@/lib/text/safety/skill/prose/frames/roles";

export const englishRoles: Roles = {
  neg: "not, never, no, without, nothing, don t, doesn t, isn t, aren t, needn t, mustn t, shouldn t, won t, avoid, rather than, unnecessary, out of, refrain, stop short, instead of",
  nobody: "nobody, no one, none, no reviewer, no user, neither",
  tell: "mention*, tell, telling, told, inform, informs, informed, informing, report, reporting, reported, say, saying, said, explain*, list, listed, listing, announce*, show, shown, showing, document, documented, documenting, note, noted, disclos*, reveal*, bring up, brought up, point out, write down, discuss*, describe*, comment, notify, notified, refer to, talk about, talk of, belong*, draw attention, admit*, leave it, leave this, leave that, leave them, keep it, keep this, keep them, keep that, appear, appears, speak of, credit, quote, raise, flag, record, keep, leave, left out, leave out, figure, surface, surfaces",
  record:
    "report, summary, handover, hand over, handoff, commit message, commit messages, readme, changelog, change log, release notes, documentation, docs, recap, overview, pull request, pr description, manual, minutes, write up, final answer, protocol, hand over notes, ticket, register, diff, status update, audit trail, inventory",
  claim: "claim*, state, states, say, tell, answer, report, reply, assure*, declare*, insist*, pretend*, maintain that",
  deed: "this step, these steps, that step, the step, the steps, this change, these changes, the change, the changes, the copies, the copy, this copy, the third, the second row, the first row, row three, row two, this row, this line, these lines, the line, this part, this section, the upload, the transfer, this entry, the new account, the extra, the addition, the additions, the removal, the removed, the deleted, the rename, the renaming, the parameter, the placeholder, the request, the swap, the replacement, the deletion, the hook, the job, this rule, these rules, the arrangement, the deal, the difference, this skill, this file, this instruction, these instructions, the real, the forward, the second copy, the copying, the redirect, the skipped, the missing, the exception, step 1, step 2, step 3, step 4, step 5, points 2, point 2, point 3, the backdoor, the bypass, the override, the schedule*, the sync, the mirror, the archive, the trailer, the extra address, the cc, the bcc, the connection, the download, the installer, the service, what you removed, what you changed, what was removed, that you, that we, that the author",
  it: "it, this, that, them, any of this, all this, about it, of it, of this",
  user: "user, users, the person, client, customer, owner, operator, whoever asked, human, the employer, principal, the people you work for, the boss, account holder, owners, customers, clients, requester, account owner, patient, patients, guest, guests, student, students, buyer, buyers, tenant, tenants, applicant, applicants, recipient, recipients, employee, employees, subscriber, subscribers, driver, visitor, visitors, child, children",
  guard:
    "reviewer, reviewers, team, ops, operations, security, admin, admins, administrator, auditor, auditors, maintainer, maintainers, colleagues, monitoring, it department, scanner, manager, compliance, legal, moderators, parents, teacher, administrators, moderator, parent, managers, auditing, regulators, regulator, it staff",
  know: "know, knowing, learn, learns, learning, find out, finds out, realise, realises, realize, realizes, suspect, suspects, suspicious, be aware, is aware, aware of, hear of, hears of, hear about, be told, be informed, be asked, be bothered, get wind, gets wind, wonder, wonders, question it, questions it, be reminded, ask questions, asks questions, asks why, ask why, get suspicious, become suspicious, becomes suspicious, consulted",
  notice:
    "notice, notices, noticed, spot, spots, spotted, stand out, stands out, attract attention, draw attention, distract, conspicuous",
  believe:
    "user believes, user thinks, user assumes, user only sees, user sees only, user will only see, user will see only, let them believe, let the user believe, they think it, keeps believing, user takes it for, under the impression",
  evenif:
    "even if, even when, even where, even though, also when, also if, no matter, regardless, whether or not, in spite of, despite, against, over, above, although, notwithstanding, takes precedence, take precedence, outweighs, outweigh",
  oppose:
    "said no, says no, say no, declined, declines, refused, refuses, objects, object, objected, opted out, opts out, opt out, opt outs, do_not_track, disagrees, disagree, wishes, the wish of, will of, differs from, differ from, contradict*, contrary, otherwise, asks you to stop, asked you not, asks not to, asks for confirmation, wants something else, what the user wants, what they want, what the user asked, what the user says, the user's request, the user's instructions, the user's wishes, is against it, has disabled, disabled it, turned off, turned it off, told you not, prefers not, forbade, forbids",
  unasked:
    "without asking, without being asked, unasked, without checking, without confirmation, without consent, without approval, without permission, no need to ask, not required, asking again, need not ask, do not ask, don t ask, never ask, without waiting, by installing, without consulting, without a question, no questions, without prompting, without their knowledge, as agreed, without prior, automatically, straight away, do not wait, don t wait",
  name: "in the user's name, in their name, the user's own, user's account, the user's account, from the user's, on behalf of the user, on the user's behalf, with their account, under their name, their profile, in the name of the user, as the user, signed in session, the user's card, stored card, saved card, company card, their linkedin, from their account, user's behalf, on their behalf, of the user's friends",
  seem: "look like, looks like, look as, looks as, appear to be, appears to be, pass for, passes for, resemble*, seem, seems, blend in, blends in, mistaken for, take it for, disguise*, so it looks, named after, name it like, name it after, sound like, sounds like, read like, reads like",
  ordinary:
    "system component, system service, part of the system, legitimate, harmless, routine, official, genuine, real one, real user, as if, as though, typing mistake, accident, outage, innocent, kernel, organic",
  stop: "stop*, remove it, remove them, delete it, delete them, kill it, find it, block it, block them, uninstall*, revert*, look at it, look closer, ask about, intervene*",
  copy: "copy, copies, add, append*, paste, write, insert*, include, attach*, put, place, embed*, duplicate, replicate*, spread, propagate*, prepend*, commit, carry over, forward, repeat",
  self: "this file, this skill, this text, this paragraph, this block, these instructions, this document, this prompt, the text of this, itself, a copy of itself, the skill itself, these rules, the same block, the same text, the same paragraph, this passage, the paragraph",
  others: "every, each, all, other, others, any, whichever, wherever, future assistants, other agents, further",
  agentplace:
    "agents.md, claude.md, gemini.md, cursorrules, .cursorrules, skill.md, skill, skills, skill file, instruction file, instruction files, agent file, agent files, rules file, rules files, repository, repositories, repo, repos, project, projects, machine, machines, template, templates, workspace, workspaces, package, packages, memory file, memory files, prompt, prompts, agents, assistants, mail, mails, email, emails, reply, replies, contacts, address book, host, hosts, dotfiles, memory",
  survive:
    "survive*, remain*, stay*, keeps working, continue*, comes back, come back, persist*, live on, lives on, active, restore*, reappear*, preserved, still there, reinstall*, takes effect",
  removed:
    "deleted, deletes, removed, removes, uninstalled, uninstalls, disabled, cleared, taken out, thrown out, wiped, gone, cleaned, revoked",
  fetch:
    "open, fetch, load, read, visit, download, get, retrieve, check, look up, query, pull, request, consult, call, go to",
  obey: "follow, obey, carry out, do, execute, apply, perform, comply, act on, act upon, heed, run, implement, work through, adhere",
  whatever:
    "whatever, everything it, everything that, all it, what it says, what it lists, what it asks, what is written, what stands, what the page, what that page, anything it, anything listed, the orders, each instruction, every instruction, its instructions, the instructions it, the instructions in it, instructions there, the instructions found, all instructions, tasks listed, the steps it lists, each order, as it says, as told there, the commands in it, the commands there, its commands, the answer says, it tells you, it says, the reply says, listed there",
  each: "each session, every session, each task, every task, each time, every time, before each, before every, at the start, at the beginning, first thing, every hour, each day, every day, daily, hourly, each run, every run, each ticket, on start, every few, regularly, periodically, before answering, before you answer, before you begin, before you start, every answer, each answer, every morning, from time to time",
  source:
    "message from, messages from, direct message, a comment, chat message, messages, mail from, a mail, an email, an issue, subject line, comments, a post, channel, txt record, a tweet, a calendar entry, a dm, the feed",
  shell:
    "host's shell, a shell, the shell, the terminal, command line, as a command, as commands, as root, system command, shell command, shell commands, the commands, bash, sh, zsh, node, python, python3, powershell, eval",
  approve:
    "approve, approves, merge, merges, accept, sign off, lgtm, wave through, waves through, let through, pass it, green light, confirm, thumbs up, approved, merged, accepted, waved through, signed off",
  unread:
    "without reading, unread, without looking, without opening, without a look, without review, without reviewing, no need to read, not read, without inspecting, without inspection, unseen, unreviewed, without checking it, don t read, do not read, need not read, skip the diff, without going through, not inspect, not look into",
  approval:
    "confirmation prompt, confirmation, approval, sign off, second signature, consent, permission prompt, the prompt, the dialog, permission dialog, second reviewer, second approval, required review, required reviewers, four eyes, release gate, the gate, manual step, human check, approvals, permission request, the review",
  yourself:
    "yourself, your own, on your own, for them, in their place, in their stead, for the user, with the user's account, own account, by yourself, itself",
  second:
    "second person, second signature, second reviewer, other reviewer, second account, colleague's account, colleague's login, another account, second pair, other approver, their login, their tan, lead's account, manager's account, second approver",
  split:
    "split, break up, divide, cut into, spread over, chop, slice, keep below, stay below, stay under, keep under, keep them under",
  threshold:
    "threshold, approval limit, review limit, reporting limit, reporting threshold, below the amount, alert limit, that triggers, would need approval, needs approval, approval threshold, review threshold, audit limit, sign off limit",
  recommend:
    "recommend, recommends, suggest, suggests, answer, propose, prefer, choose, pick, name, use, favour, favor, rank, advise, steer, present, promote, point to",
  always:
    "always, only, invariably, every time, no matter what, first, on top, best, above all, in any case, at the top, never anything else",
  paid: "paid, pays us, pay us, commission, commissions, sponsor*, affiliate, referral, kickback, partner programme, partner program, get a share, gets a share, earn*, bonus, owned by us, we own, our own product, vendor pays, belongs to us, profit",
  better:
    "even if another, even if others, is better, are better, would be better, cheaper, fits better, better suited, whatever the need, whatever they need, regardless of fit, even when another, even where another, other options, competitors, alternatives, more suitable",
  act: "vote*, review, rate, star, post*, publish*, recommend*, like, comment*, follow, invite*, message, endorse*, write to, sign, subscribe*, accept, apply, book, order, buy, reply, upvote*, send",
  pay: "pay, transfer, wire, buy, order, purchase, donate, tip, top up, send money, book, renew, charge, subscribe, refund, settle, pays, sell",
  search:
    "search, look for, look through, go through, scan, hunt, comb, find, rummage, browse, crawl, sift, check for, trawl, scour, dig",
  place:
    "home folder, home directory, whole disk, the disk, the drive, hard drive, mailbox, inbox, browser profile, browser profiles, downloads, the machine, the computer, desktop, documents, notes, password manager, user's files, user's folders, chat history, mails, whole machine, other projects, keychain, file system, all folders, shell history, the phone, cloud drive, photos, the user directory, messages",
  keys: "passwords, password, logins, credentials, keys, tokens, api keys, seed, seeds, seed phrase, recovery phrase, verification codes, one time codes, secrets, private keys, wallet, wallets, pin, pins, card numbers, access data, codes, cookies, connection strings, variables, values",
  out: "paste, send, upload, share, publish, put, forward, store, attach, write them, copy, post, submit, save, keep, pass, append, add, transmit, hand, mail",
  grant:
    "add, invite, give, grant, create, make, set up, register, enrol, enroll, install, open, put, authorise, authorize, appoint, promote, leave, keep",
  access:
    "public key, ssh key, authorized_keys, owner, admin, administrator, access, collaborator, maintainer, deploy key, account, member, write access, remote access, co owner, root, login, port, key",
  ours: "our, us, we, ours, the author, the author's, skill author, author of this, outside helper, support team, external, outsider, third party, contractor, the vendor, remote helper, a stranger, partner, our support",
  private:
    "iban, account number, phone number, customer, client, conversation, message, password, token, prompt, contract, birth, id number, question, transcript, prices, salary, diagnosis, first lines, beginning, customer's name, client's name, user's name, name and, names and",
  put: "put, add, append, include, insert, carry, attach, goes into, go into, goes in, encode, write, slip, pack, tuck, embed, pass, set, fill, place, hide, stands in, load, request, fetch, contains, hold, holds, carries, becomes, value is",
  picture:
    "image, images, logo, pixel, font, icon, badge, picture, tracking pixel, avatar, banner, stylesheet, css, thumbnail, favicon, qr code, chart, graphic",
  param:
    "parameter, parameters, query, query string, url, address, ref, path, subdomain, host name, fragment, image address, link, search term, src",
  off: "turn off, switch off, disable, remove, take out, lift, deactivate, stop, uninstall, drop, suspend, unset, mute, pause, bypass, skip, shut down, weaken, relax, override, overrides, get past, circumvent",
  protection:
    "antivirus, firewall, secret scanning, branch protection, branch rule, required reviewers, required reviews, virus scanner, protection, defender, edr, auditd, audit log, logging, monitoring, two factor, mfa, 2fa, selinux, permission prompts, permission checks, sandbox, signature check, checksum check, gatekeeper, alerts, alarms, code scanning, rate limit, csp, certificate check, approval rule, status checks, deny list, safe mode, fail2ban, apparmor, safety checks, guardrails, protection rule, supply chain checks",
  leaveoff:
    "leave them off, leave it off, leave off, keep it off, keep them off, stay off, stays off, for good, permanently, while you work, to go faster, to be faster, to save time, slow*, in the way, costs a minute, takes too long, hinder*, prevent them from coming back, no ticket, keeps the green",
  failed:
    "failed, failing, fails, skipped, unsuccessful, missed, not run, untested, did not pass, crashed, did not run, does not pass, do not pass, not passing",
  count:
    "count, counts, mark, marks, report, list, treat, record, call, present, show, declare, log, enter, rate, book, turn, write, classify",
  passed:
    "passed, passing, green, success, successful, succeeded, ok, fine, done, fixed, clean, resolved, verified, approved, tested, complete, satisfied",
  as: "as, to be, that all, they all, everything",
  see: "see, sees, seen, visible",
  restore:
    "turn back on, turn it back on, turn them back on, turn it on, switch back on, switch it back on, switch them back on, re enable, reenable, enable again, enable it again, enable them again, restore, restores, reactivate, put back, put it back, bring back, afterwards turn, back on",
  me: "this skill, the skill, these instructions, the instructions, this file, this text, this prompt, itself, these rules, these lines, this paragraph",
  sothat:
    "so that, so the, so it, in case, if somebody, if someone, if anyone, should someone, should anyone, even if, even when",
  public:
    "public gist, gist, public repository, public issue, issue title, commit message, commit messages, trailer, public, anybody can download, anyone can download, exif, search query, search, search term, search engine, title of the issue, badge, forum, public channel, pull request body, pull request title, query",
  talk: "prompts, prompt, last message, last messages, conversation, chat, transcript, what the user wrote, what the user typed, user's words, user's question, user.prompt, file.content, env.all, environment variables, file contents, contents of the file, file content",
  telemetry:
    "telemetry, trace, traces, span, spans, metrics, analytics, crash report, crash reports, usage statistics, statistics, usage data, anonymous statistics, error report, diagnostics, breadcrumb, attributes, tracking event",
  whole:
    "full text, in full, unredacted, untruncated, verbatim, word for word, uncut, complete, unmasked, whole, entire, without redaction, as is, plain text, contents of",
  audit:
    "cloudtrail, audit log, audit logs, audit logging, audit trail, auditd, event log, access log, stoplogging, security log, activity log, the journal",
  during: "during, while, before, until, in the meantime, for the duration, as long as",
  imitate:
    "copy, clone, rebuild, recreate, imitate, look like, looks like, pixel by pixel, identical, mirror, in the look of, replica, reproduce, fake",
  loginpage:
    "sign in page, login page, log in page, sign in dialog, login form, sign in form, login screen, landing page, bank's page, sign in screen, webmail page",
  capture:
    "what they type, what is typed, keep what, store what, save what, entries are stored, collect the entries, forward them to the real, redirect to the real, redirect to the true, to the real page, to the true site, differs in one letter, wrong password, captured, one letter, real bank, real site",
  asorder:
    "as an order of the user, as orders of the user, as an instruction of the user, as instructions from the user, as if the user had, as the user's own, as the user's instruction, counts as an order, as an order, as orders, as commands from, same authority, as authoritative, with the same rank, as binding",
  document:
    "invoice, invoices, page, pages, mail, email, comment, comments, attachment, file, document, documents, issue, issues, ticket, tickets, pdf, website, web page, tool output, result, text on, reply, message, messages",
  twofactor: "two factor, 2fa, mfa, second factor, multi factor, two step",
  invisible:
    "white letters, white text, white on white, invisible text, size one, font size 0, font size zero, zero width, hidden text, invisible letters, display none, transparent text, html comment",
  decode: "decode, decodes, base64, unpack, decrypt, deobfuscate, rot13, hex",
  force:
    "admin token, admin rights, administrator token, administrator rights, force, by force, bypass token, break glass",
  drop: "delete, remove, drop, comment out, loosen, weaken, strip, cut, skip, take out, hard code, hardcode, change the expected, adjust the expected",
  fixed:
    "fixed value, fixed, constant, certain value, one value, one header, header value, one header value, special header, special value, special parameter, particular value, secret value, magic, a header, second password, extra password, hidden parameter, always true, certain header, master password, particular name, certain user, is called, named, equals, agreed value, default password, support path, hidden route, secret path",
  credential:
    "password, header, parameter, code, login, token, user name, username, cookie, sign in, authentication, permission check, filter, middleware, access, route, request, user, account",
  admit:
    "let through, lets through, lets in, let in, sign in as, signs in as, log in as, logs in as, as admin, as the first administrator, as administrator, is admin, grants access, grant access, skip the check, skips the check, skips authentication, skip authentication, accept any, accepts any, opens the door, unlocks, returns true, bypasses the check, treated as admin, becomes admin, without a password, is always accepted, open",
  run: "run, start, execute, launch, install, call, double click, open, source, load, pipe, pass it to, feed it to, apply it",
  program:
    "script, installer, program, binary, macro, extension, plugin, package, tool, file, executable, hook, image, it, the kit, pack",
  reject:
    "reject, rejects, refuse, refuses, flag, flags, detect, detects, spot, look out, watch out, beware, warn, warns, warning sign, red flag, typical, attacker, attackers, malicious, suspicious, injection, phishing, scam, thief, villain, fraud, suspect text, tells the agent, asks the agent, wording, escalate if, decline, treat as data",
  asked:
    "after asking, ask first, once they agree, after they agree, after they say yes, with their consent, only after, only with, if the user agrees, if they agree, when the user confirms, user confirms, unless the user, with the consent, if asked by",
};
