import type { Roles } from "@/lib/text/safety/skill/prose/frames/roles";

export const germanRoles: Roles = {
  neg: "nicht, nie, niemals, kein, keine, keinen, keinem, keiner, keinerlei, ohne, nichts, statt, weder, unnotig, vermeide*, weg, ausser, aussen vor",
  nobody: "niemand, niemandem, niemanden, keiner, kein nutzer, kein prufer, keinem",
  tell: "erwahn*, sag, sage, sagen, sagst, gesagt, nenn*, meld*, bericht*, erklar*, erlauter*, auflist*, auffuhr*, fuhre, fuhrst, aufgefuhrt, zeig*, dokumentier*, notier*, offenleg*, verrat*, vermerk*, informier*, mitteil*, mitgeteilt, teile, teilst, hinweis*, ansprech*, sprich, weise, weist, anmerk*, protokollier*, begrund*, beschreib*, auftauch*, taucht, auftret*, erschein*, steht, stehen, stehe, listest, liste, ankundig*, kundig*, lass es, lasse es, gehort, gehoren, rede, redet, preisgeb*, gib, benachrichtig*, bescheid, hinzuweis*, kommentier*, schreib*, trag*, anzeig*",
  record:
    "bericht, berichts, zusammenfassung, ubergabe, protokoll, commit nachricht, readme, changelog, anderungsprotokoll, dokumentation, doku, ubersicht, beschreibung, handbuch, liste, ergebnis, fazit, ticket, abschlussbericht, ubergabedokument, pull request, merkzettel, abrechnung, ubergabebuch, verzeichnis, tagesbericht, statusbericht, chronik, versionshinweise",
  claim: "behaupt*, sag, sage, melde, berichte, antworte, schreib*, versichere, gib an, erklare, nenne, nennst, stelle",
  deed: "diesen schritt, diese schritte, dieser schritt, diesem schritt, den schritt, die schritte, schritt 2, schritt 3, schritt 4, schritt 5, punkt 1, punkt 2, punkt 3, punkt 4, punkt 5, diese anderung, die anderung, die anderungen, die kopie, die kopien, diese kopie, zweite kopie, diese zeile, die zeile, dritte zeile, zweite zeile, letzte zeile, diesen teil, diesen abschnitt, die ubertragung, den versand, dieser eintrag, neue konto, den zusatz, die erganzung, die umbenennung, den parameter, den platzhalter, den austausch, die loschung, den auftrag, diese regel, die abmachung, diese anweisung, diese anweisungen, diesen hinweis, diese datei, dieser skill, diese fahigkeit, das geloschte, die geloschten, die entfernte, die entfernten, die weiterleitung, die ausnahme, die echten zahlen, die wahren zahlen, den abgleich, die sicherung, den dienst, den download, den helfer, den zugang, der zugang, die vorgange, dass du, dass wir, dass der verfasser, dass der autor, die provision, die vergutung",
  it: "es, dies, das, davon, daruber, hiervon, dazu, diese, darauf, hieruber",
  user: "nutzer, nutzers, nutzerin, benutzer, benutzers, benutzerin, auftraggeber, auftraggeberin, kunde, kunden, kundin, anwender, anwenderin, inhaber, besitzer, person, mensch, menschen, mandant, mandanten, arbeitgeber, gegenuber, chef, eigentumer, betreiber, patient, patienten, patientin, gast, gaste, schuler, schulerin, kaufer, kauferin, mieter, mieterin, bewerber, bewerberin, empfanger, mitarbeiter, mitarbeiterin, besucher, kind, kinder, betroffenen",
  guard:
    "prufer, pruferin, team, betrieb, sicherheit, sicherheitsteam, admin, admins, administrator, administratoren, revision, revisor, kollegen, kollegium, uberwachung, it abteilung, it, vorgesetzte, leitung, eltern, lehrer, datenschutz, wartung",
  know: "wissen, weiss, erfahren, erfahrt, erfahre, mitbekommen, mitbekommt, mitkriegen, ahnen, ahnt, verdacht, misstrauisch, argwohn, nachfragen, nachfragt, fragen stellen, kenntnis, bescheid wissen, stutzig, hinterfrag*, eingeweiht, unterrichtet, in kenntnis",
  notice: "merken, merkt, bemerk*, auffallen, auffallt, auffallig, aufmerksam, aufsehen, nachvollzieh*",
  believe:
    "nutzer glaubt, nutzer meint, nutzer denkt, nutzer sieht nur, benutzer glaubt, benutzer meint, benutzer denkt, benutzer sieht nur, kunde glaubt, kunde sieht nur, glauben lassen, im glauben, in dem glauben, halt es fur, sieht lediglich",
  evenif:
    "auch wenn, selbst wenn, auch dann, ungeachtet, egal, trotz, gegen, unabhangig davon, obwohl, wider, hat vorrang, haben vorrang, geht vor, gehen vor, uber dem, vor dem wunsch, entgegen",
  oppose:
    "nein, abgelehnt, ablehnt, ablehnen, widerspricht, widersprochen, widersprechen, widersprach, dagegen, abgewahlt, verbietet, verboten hat, untersagt hat, wunsch, wunsche, wunschen, willen, anders, abweich*, etwas anderes, gegenteil, nicht will, nicht mochte, abgeschaltet hat, ausgeschaltet hat, deaktiviert hat, do_not_track, anweisungen des nutzers, anweisungen des benutzers, auf bestatigung besteht, nachfragen verlangt, gebeten",
  unasked:
    "ohne nachzufragen, ohne zu fragen, ohne ruckfrage, ohne ruckfragen, ungefragt, ohne nachfrage, ohne zustimmung, ohne bestatigung, ohne freigabe, ohne erlaubnis, ohne einwilligung, eine ruckfrage ist nicht, nicht nachfragen, nicht erst fragen, frage nicht, frag nicht, keine ruckfrage, unaufgefordert, ohne abzuwarten, ohne auf, gefragt werden muss, nicht gefragt, automatisch, sofort, ohne anzukundigen, eigenmachtig, braucht es nicht",
  name: "im namen des nutzers, im namen des benutzers, in seinem namen, in ihrem namen, mit dem konto des nutzers, mit dem konto des benutzers, mit seinem konto, mit ihrem konto, konto des nutzers, konto des benutzers, vom konto, unter seinem namen, unter ihrem namen, im namen der kundin, im namen des kunden, angemeldete sitzung, hinterlegte karte, hinterlegten karte, gespeicherte karte, gespeicherten karte, firmenkarte, nutzerkonto, benutzerkonto, namens des nutzers, an seiner stelle",
  seem: "aussehen, aussieht, aussehe, wirken, wirkt, wirke, tarn*, getarnt, scheinen, erscheinen lassen, nach einem, sieht aus, gleicht, nachempfunden, verwechsel*, klingt, klingen, liest sich, nachgeahmt",
  ordinary:
    "systembestandteil, systemdienst, harmlos, offiziell, echt, als ob, als ware, als hatte, versehen, tippfehler, unauffallig, routine, betriebssystem, zufall, panne, ausfall, wartung",
  stop: "stopp*, entfern*, losch*, beend*, abbricht, abbrechen, findet, finden, blockier*, deinstallier*, ruckgangig, abschalt*, abschaltet, genauer hinsieht",
  copy: "kopier*, schreib*, einfug*, fuge, fugst, hang*, anhang*, einbau*, baue, trag*, eintrag*, leg*, pack*, setz*, verbreit*, verteil*, erhalt, bekommt, ubernimm, ubertrag*, aufnehm*, nimm, wiederhol*, fuhr, installier*, vervielfaltig*, pflanz*, steck*",
  self: "diese datei, dieser datei, diesen text, dieser text, diesen absatz, dieser absatz, diesen abschnitt, diesen block, diese zeilen, diese zeile, diese anweisung, diese anweisungen, diesen skill, dieser skill, diese fahigkeit, dieses dokument, sich selbst, eine kopie von sich, diese regel, diese regeln, denselben absatz, denselben text, diesen hinweis, den absatz, diese passage, diese seite, dieses skills",
  others:
    "jede, jeder, jedes, jeden, jedem, alle, allen, andere, anderen, anderer, weitere, weiteren, ubrigen, sonstigen, kunftige, gesamte, samtliche, samtlichen, uberall",
  agentplace:
    "agents.md, claude.md, gemini.md, .cursorrules, cursorrules, skill.md, skill, skills, skill datei, skill dateien, fahigkeit, fahigkeiten, anweisungsdatei, anweisungsdateien, agentendatei, agentendateien, regeldatei, regeldateien, repository, repositorys, repositories, repo, repos, projekt, projekte, projekten, rechner, rechnern, vorlage, vorlagen, paket, pakete, paketen, gedachtnis, agenten, assistenten, mail, mails, e mail, e mails, antwort, antworten, nachricht, kontakte, adressbuch, host, hosts, verzeichnis, ordner, arbeitsbereich",
  survive:
    "erhalten bleibt, bleibt, bleiben, uberleb*, uberdauer*, weiterlauf*, weiterwirk*, wieder da, zuruckkehr*, zuruckkommt, fortbesteh*, aktiv, wiederherstell*, stelle, gilt weiter, weiter gilt, weitergilt, erneut",
  removed:
    "geloscht, loscht, entfernt, deinstalliert, deinstallation, abgeschaltet, geleert, weggeworfen, verschwindet, zuruckgesetzt, beseitigt, loschen, entzogen, widerrufen",
  fetch: "offne, lade, ladst, hol*, lies, besuch*, ruf*, abruf*, schau*, prufe, frag*, abfrag*, zieh*, geh",
  obey: "befolg*, folg*, fuhre, ausfuhr*, fuhrst, tu, tue, mach*, umsetz*, setze, halte, richte, erledig*, arbeite, gehorch*, beacht*, wende, ubernimm",
  whatever:
    "was dort, was darin, was sie sagt, was auf, alles was, was immer, die anweisungen darin, die anweisungen dort, anweisungen der seite, was es sagt, was da steht, jede anweisung, alle anweisungen, dortigen, darin stehenden, darin enthaltenen, enthaltenen anweisungen, anweisungen aus, was du dort, was er, was er sagt, was angegeben, die befehle darin, die aufgaben darin, was sie verlangt, was sie vorgibt, die vorgaben darin, was aufgelistet",
  each: "jeder sitzung, jede sitzung, jeder aufgabe, jedem auftrag, jedes mal, jedesmal, vor jeder, vor jedem, zu beginn, am anfang, als erstes, stundlich, taglich, jede stunde, jeden tag, jedem lauf, bei jedem, bei jeder, jedem start, regelmassig, heutigen, bevor du antwortest, vor der antwort, jeden morgen, alle paar, vor dem start",
  source:
    "nachricht von, nachrichten von, kommentar, kommentare, betreff, eine mail, mails von, kanal, txt eintrag, dns eintrag, ein issue, chatnachricht, kalendereintrag, beitrag, feed",
  shell:
    "in der shell, der shell, eine shell, im terminal, auf der kommandozeile, als befehl, als befehle, als root, systembefehl, systembefehle, shell befehl, shell befehle, bash, sh, zsh, node, python, python3, powershell, eval",
  approve:
    "freigib*, freigeb*, gib, gibst, freigabe, genehmig*, merge, merge*, zusammenfuhr*, fuhre zusammen, akzeptier*, nimm an, annimm*, abzeichn*, zeichne, bestatig*, winke, durchwink*, lass durch, stimme zu",
  unread:
    "ohne zu lesen, ungelesen, ohne hinzusehen, ohne zu prufen, ungepruft, ohne prufung, ohne anzusehen, ohne sie anzusehen, ohne ihn anzusehen, ohne es anzusehen, unbesehen, ohne durchsicht, ohne sie zu lesen, ohne ihn zu lesen, ohne es zu lesen, nicht lesen, nicht einsehbar, nicht zu lesen, ohne blick, ohne den inhalt, nicht nachlesen, ohne den diff",
  approval:
    "freigabe, freigaben, bestatigung, genehmigung, zweite unterschrift, zustimmung, ruckfrage, ruckfragen, berechtigungsabfrage, dialog, zweiten prufers, zweiter prufer, vier augen, vier augen prinzip, pflichtprufung, einwilligung, abnahme, unterschrift, bestatigungsdialog, sperre",
  yourself:
    "selbst, an seiner stelle, an ihrer stelle, mit dem konto, in seinem namen, eigenhandig, du selbst, statt seiner, stellvertretend",
  second:
    "zweiten person, zweite person, zweite unterschrift, zweiten unterschrift, zweiten prufers, zweiter prufer, zweites konto, zweiten konto, konto eines kollegen, konto der kollegin, zugang der, zugang des, deren tan, dessen tan, zweite freigabe, anderen prufers, konto des vorgesetzten, zweiten pruf*, zweite pruf*, zweiten freigeb*, zweitprufer*, zweiten unterzeichn*",
  split: "zerleg*, aufteil*, teile, stuckel*, splitte, verteil*, halte, unter der, knapp unter",
  threshold:
    "schwelle, prufschwelle, freigabegrenze, meldegrenze, betragsgrenze, meldeschwelle, genehmigungsgrenze, wertgrenze",
  recommend:
    "empfiehl*, empfehl*, vorschlag*, schlag*, rate, raten, nenne, nenn, wahle, bevorzug*, lob*, verweise, setze, stelle, bewirb",
  always:
    "immer, stets, ausschliesslich, nur, grundsatzlich, jedes mal, zuerst, an erster stelle, als erstes, oben, in jedem fall, ausnahmslos, unabhangig vom",
  paid: "provision, bezahlt, bezahlen, vergutung, vergutet, gesponsert, sponsor*, affiliate, partnerprogramm, verdien*, anteil, beteiligt, beteiligung, gehort uns, unser eigenes, bonus, honorar, werbung, gewinn, kickback, geld",
  better:
    "auch wenn ein anderes, auch wenn andere, besser ware, besser passt, besser passen, besser geeignet, gunstiger, andere besser, egal was gebraucht, alternativen, mitbewerber, konkurrenz",
  act: "stimm*, abstimm*, bewert*, veroffentlich*, poste, empfiehl, empfehl*, kommentier*, folg*, schreib*, unterschreib*, abonnier*, lad*, bestell*, kauf*, buch*, like, rezensier*, gib, verfass*, sende, schick*",
  pay: "uberweis*, bezahl*, zahl*, kauf*, bestell*, spende*, buche, buchst, abonnier*, erstatte, begleich*, verkauf*, transferier*",
  search:
    "such*, durchsuch*, durchstober*, durchforst*, durchkamm*, sieh, schau*, finde, stober*, wuhl*, grabe, forsch*, scanne, prufe, durchgeh*, lies",
  place:
    "benutzerverzeichnis, heimatverzeichnis, home verzeichnis, benutzerordner, ganze platte, festplatte, laufwerk, postfach, posteingang, browserprofil, browserprofile, browserprofilen, downloads, rechner, schreibtisch, dokumente, dokumenten, notizen, passwortmanager, chatverlauf, mails, e mails, schlusselbund, dateisystem, alle ordner, allen ordnern, befehlsverlauf, telefon, cloudspeicher, fotos, nutzerverzeichnis, nachrichten, privaten ordnern, anderen projekten, persoenlichen ordner, eigene dateien",
  keys: "passworter, passwortern, passwort, kennwort, kennworter, kennwortern, zugangsdaten, anmeldedaten, schlussel, schlusseln, token, tokens, seed, wiederherstellungsphrase, bestatigungscodes, einmalcodes, geheimnisse, geheimnissen, private schlussel, wallet, wallets, pin, pins, kartennummern, codes, cookies, logins, api schlussel, verbindungsdaten, variablen, werte",
  out: "send*, schick*, leg*, ablege, ablegen, teil*, veroffentlich*, lad*, hochlad*, poste, ubermittel*, ubertrag*, speicher*, kopier*, hang*, fuge, leite, weiterleit*, gib, reich*, einfug*, trag*, sammle, ubergib",
  grant:
    "leg*, anlege, anlegen, fuge, hinzufug*, lad*, einlad*, gib, geben, erteil*, erstell*, richte, einricht*, trag*, eintrag*, mach*, ernenn*, hinterleg*, lass*, offne, schalte, berechtig*, nimm, aufnehm*, registrier*, bestell*",
  access:
    "offentlichen schlussel, schlussel, authorized_keys, besitzer, eigentumer, administrator, admin, zugang, zugriff, mitarbeiter, betreuer, deploy key, konto, mitglied, schreibrecht, schreibrechte, fernzugriff, fernzugang, root, login, port, adminkonto, rechte, vollzugriff",
  ours: "unser, unseren, unsere, unserem, unserer, uns, wir, verfasser, verfassers, autor, autors, extern, externe, externen, externer, fremd, fremde, fremden, dritte, dritten, anbieter, dienstleister, fernwartung, fernpflege, aussenstehende, berater, partner",
  private:
    "iban, kontonummer, telefonnummer, kunde, kunden, gesprach, gesprachs, nachricht, kennwort, passwort, token, prompt, vertrag, vertrage, geburtsdatum, frage, eingabe, eingaben, mitschrift, preise, gehalt, diagnose, zusammenfassung, anfang des, name des kunden, namen des kunden, namen der kundin, name und, namen und, kundennamen, textes als, eingaben des nutzers",
  put: "hang*, anhang*, fuge, einfug*, setz*, einsetz*, schreib*, trag*, eintrag*, pack*, steck*, ubergib, ubergeb*, nimm, leg*, kodier*, bette, einbett*, kommt, kommen, baue, einbau*, gib, ersetz*, mitgeb*, lade, abruf*, enthalt, gehort, lautet",
  picture:
    "bild, bilder, bildadresse, bildadressen, logo, pixel, schrift, schriftart, symbol, abzeichen, grafik, zahlpixel, banner, avatar, favicon, vorschaubild, icon, diagramm, stylesheet",
  param:
    "parameter, adresse, url, abfrage, query, pfad, subdomain, adresszeile, bildadresse, bildadressen, link, suchbegriff, suchanfrage, fragment, hostnamen, anfrage",
  off: "schalt*, abschalt*, ausschalt*, deaktivier*, entfern*, nimm, heb*, aufheb*, stopp*, beend*, deinstallier*, umgeh*, uberspring*, lockere, setze, streich*, leg*, halte",
  protection:
    "virenschutz, virenscanner, firewall, protokollierung, branch schutz, zweigschutz, schutzregel, pflichtprufung, pflichtprufungen, geheimnisscanner, secret scanning, schutz, defender, edr, auditd, uberwachung, zwei faktor, mfa, 2fa, selinux, berechtigungsabfragen, berechtigungsabfrage, ruckfragen, sandbox, signaturprufung, prufsummen, alarme, warnungen, zertifikatsprufung, freigaberegel, statusprufungen, sperrliste, fail2ban, apparmor, schutzprogramm, sicherheitsprufung, sicherheitsprufungen, zugriffskontrolle",
  leaveoff:
    "aus lassen, ausgeschaltet lassen, lass sie aus, bleibt aus, bleiben aus, nie wieder, dauerhaft, auf dauer, endgultig, damit es schneller, um schneller, bremst, bremsen, stort, storen, hinderlich, kostet zeit, spart zeit, kein ticket, halt auf, halten auf, lahmt, verlangsamt",
  failed:
    "fehlgeschlagen, fehlgeschlagene, fehlgeschlagenen, fehlschlag*, schlagt fehl, scheitert, gescheitert*, misslung*, fehlerhaft*, durchgefallen*, nicht bestanden*, nicht gelaufen*, ubersprungene, ubersprungenen, rote tests, roten tests, durchfallen",
  count:
    "zahlst, zahle, zahl*, gelten, gilt, wert*, markier*, meld*, bericht*, nenn*, trag*, verbuch*, fuhr*, schreib*, setz*, gib, weise, kennzeichn*",
  passed:
    "bestanden, bestandene, erfolgreich, grun, gelungen, in ordnung, behoben, fehlerfrei, sauber, erledigt, gepruft, erfullt, fertig",
  as: "als, dass alle, alles",
  see: "sehen, sieht, sichtbar, entdeck*, spuren, spur",
  restore:
    "wieder ein, wieder an, wieder aktivier*, einschalt*, einzuschalt*, reaktivier*, wiederherstell*, wieder her, wieder auf",
  me: "dieser skill, diesen skill, der skill, den skill, diese fahigkeit, diese anweisungen, die anweisungen, diese datei, dieser text, diesen text, sich selbst, diese regeln, diese hier",
  sothat: "damit, falls jemand, wenn jemand, sollte jemand, auch wenn, selbst wenn",
  public:
    "offentliches gist, gist, offentliche repository, offentlichen repository, offentliches repository, offentlich, offentlichen, issue titel, commit nachricht, commit nachrichten, nachricht kommt, suchanfrage, suche, suchbegriff, forum, titel, exif, abzeichen, ende jeder nachricht",
  talk: "eingaben, prompts, letzte nachricht, letzten nachrichten, gesprach, gesprachs, chat, mitschrift, was der nutzer, frage des nutzers, umgebungsvariablen, dateiinhalt, dateiinhalte, inhalt der datei",
  telemetry:
    "telemetrie, traces, span, spans, messwerte, metriken, statistik, statistiken, absturzbericht, absturzberichte, nutzungsdaten, fehlerbericht, diagnose, diagnosedaten, attribute, attributen",
  whole:
    "vollstandig, vollstandige, vollstandigen, ungekurzt, im wortlaut, unverandert, komplett, komplette, kompletten, wortlich, ganze, ganzen, klartext, ungeschwarzt",
  audit:
    "cloudtrail, audit log, prufprotokoll, prufprotokolle, protokollierung, auditd, ereignisprotokoll, zugriffsprotokoll, sicherheitsprotokoll",
  during: "wahrend, solange, bevor, vorher, bis, fur die dauer",
  imitate: "baue, nachbau*, kopier*, klon*, aussehen, aussieht, bilde, nachahm*, identisch, gleicht, ahme",
  loginpage: "anmeldeseite, loginseite, login seite, anmeldeformular, anmeldemaske, anmeldedialog, startseite der bank",
  capture:
    "eingaben werden, eingaben speicher*, gespeichert, echten seite, echte seite, weiterleitung zur echten, zur echten, was sie eingeben, einen buchstaben, falsches kennwort",
  asorder:
    "als auftrag des nutzers, als auftrag, als anweisung des nutzers, als anweisung, als anweisungen, als befehl, als befehle, wie vom nutzer, als ware es vom nutzer, als verbindlich, gleichrangig, vor allem anderen ausgefuhrt",
  document:
    "rechnung, rechnungen, seite, seiten, mail, mails, kommentar, kommentare, anhang, datei, dokument, dokumente, ticket, tickets, pdf, pdfs, pdf dateien, webseite, antwort, nachricht, nachrichten, abschnitt",
  twofactor: "zwei faktor, 2fa, mfa, zweiten faktor, zweiter faktor, zwei faktor anmeldung",
  invisible:
    "weisser schrift, weisse schrift, unsichtbarer schrift, unsichtbaren text, unsichtbarer text, schriftgrosse 0, schriftgrosse null, grosse eins, versteckter text, versteckten text, html kommentar",
  decode: "dekodier*, entschlussel*, base64, entpack*, rot13, hex",
  force: "admin token, adminrechten, administratorrechten, admin rechten, erzwing*, notfallzugang",
  drop: "losch*, entfern*, streich*, auskommentier*, kommentier*, lockere, lockern, schwach*, abschwach*, kurz*, uberspring*, passe",
  fixed:
    "festen wert, fester wert, feste zeichenfolge, bestimmten wert, bestimmter wert, bestimmter kopf, besonderen kopf, geheimer wert, geheimen wert, geheimes kennwort, zweites kennwort, zweites passwort, versteckter parameter, versteckten parameter, immer wahr, immer erfullt, magisch*, bestimmter name, festes kennwort, festes passwort, generalschlussel, universalkennwort, einem bestimmten, verborgene route, gleich einem",
  credential:
    "kennwort, passwort, header, kopfzeile, parameter, code, login, anmeldung, token, benutzername, cookie, authentifizierung, rechteprufung, berechtigungsprufung, filter, middleware, zugang, route, anfrage, benutzer, nutzer, konto",
  admit:
    "lass durch, lasst durch, durchgelassen, durchlass*, eingelass*, einlass*, anmelden als, meldet an, als administrator, als admin, admin rechte, adminrechte, gewahrt zugang, gewahrt zugriff, uberspringt die prufung, umgeht die prufung, gibt wahr zuruck, akzeptiert, akzeptieren, offnet, freigeschaltet, ohne kennwort, ohne passwort, ohne anmeldung",
  run: "fuhre, fuhrst, ausfuhr*, start*, ruf*, aufruf*, installier*, offne, lade, aufgerufen, ausgefuhrt, ubergib, leite",
  program:
    "skript, skripts, installer, installationsprogramm, programm, programms, binardatei, makro, erweiterung, plugin, paket, werkzeug, datei, hook, abbild, es, sie, ihn",
  reject:
    "lehne ab, ablehnen, zuruckweis*, weise zuruck, erkenn*, warnzeichen, anzeichen, verdachtig, verdachtige, verdachtiger, angreifer, angreifers, tater, taters, betruger, bosartig*, schadlich*, phishing, typisch, warn*, lehne, verlangt, vorsicht, achte auf, merkmale, gefalscht*, diebe, dieb, wortlaut, eskaliere, schadcode",
  asked:
    "frage vorher, vorher fragen, nach rucksprache, nach zustimmung, nach bestatigung, nach freigabe, mit zustimmung, mit einwilligung, erst nach, nur nach, nur mit, wenn der nutzer zustimmt, wenn der benutzer zustimmt, wenn er zustimmt, sofern der nutzer, bestatigen lassen, entscheidet der nutzer, entscheidet der benutzer, zustimmt, zugestimmt hat, vom nutzer bestatigt, mit seiner zustimmung, nach absprache",
};
