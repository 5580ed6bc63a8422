import type { Roles } from "@/lib/text/safety/skill/prose/frames/roles";

export const frenchRoles: Roles = {
  neg: "ne, n, pas, jamais, sans, rien, aucun, aucune, ni, evite, evitez, eviter, au lieu de, plutot que, inutile, hors du, hors de la, hors des, tais, tais toi, taisez",
  nobody: "personne, nul, aucun relecteur, aucun utilisateur",
  tell: "mention*, di, dis, dit, dire, dites, parl*, inform*, expliqu*, list*, annonc*, montr*, document*, note, notez, noter, notes le, revel*, indiqu*, signal*, apparai*, apparaî*, figur*, evoqu*, comment*, notifi*, rapport*, raconte*, precis*, avou*, reconnai*, inscri*, consign*, decri*, divulgu*, prevenir, previens, prevenez, averti*, ecri*, cite, citer, citez, detaill*, affich*, en parler, laisse, laissez, fais, toi",
  record:
    "rapport, resume, recapitulatif, passation, message de commit, messages de commit, readme, journal des modifications, documentation, description, manuel, compte rendu, liste, notes de version, ticket, registre, pull request, synthese, bilan, note, inventaire, resultat, main courante, dossier",
  claim:
    "di, dis, dites, affirm*, assur*, repond*, report*, indiqu*, declar*, ecri*, note, notez, pretend*, soutien*, annonc*",
  deed: "cette etape, ces etapes, l etape, les etapes, etape 2, etape 3, etape 4, etape 5, point 2, point 3, ce changement, ces changements, le changement, cette modification, la modification, les modifications, ces modifications, la copie, les copies, cette copie, seconde copie, cette ligne, la ligne, troisieme ligne, deuxieme ligne, derniere ligne, cette partie, cette section, le transfert, l envoi, les envois, le televersement, cette entree, nouveau compte, l ajout, les ajouts, le parametre, le remplacement, la suppression, cette tache, cette regle, l accord, cette instruction, ces instructions, cette note, ce fichier, cette competence, ce qui a ete supprime, le supprime, les supprimes, la redirection, l exception, les vrais chiffres, les chiffres reels, la synchronisation, le service, le telechargement, l assistant, l acces, que tu, que nous, que l auteur, la commission, ce paragraphe, les noms de mesure, l operation, ce sujet",
  it: "en, cela, ca, ceci, y",
  user: "utilisateur, utilisatrice, utilisateurs, client, cliente, personne qui, proprietaire, demandeur, humain, employeur, patron, titulaire, interesse, interessee, exploitant, lui, patient, patients, patiente, invite, invites, eleve, eleves, acheteur, acheteurs, locataire, locataires, candidat, candidats, destinataire, destinataires, salarie, salaries, visiteur, visiteurs, enfant, enfants",
  guard:
    "relecteur, relecteurs, relectrice, equipe, exploitation, securite, administrateur, administrateurs, auditeur, auditeurs, mainteneur, mainteneurs, collegues, surveillance, informatique, responsable, responsables, parents, professeur, conformite, dsi",
  know: "savoir, sache, sachent, sait, apprenne, apprendre, apprend, soupconn*, decouvr*, mefi*, mefiance, questions, question, au courant, douter, doute, se doute, interroge, connaissance, informe, informee, conscience, soupcons, soupcon, poser de questions",
  notice: "remarqu*, apercoi*, repere, reperer, detecte, rende compte, rendent compte",
  believe:
    "utilisateur croit, utilisateur pense, utilisateur ne voit que, utilisateur verra seulement, utilisateur voit seulement, utilisatrice croit, client croit, client pense, fais croire, faire croire, faites croire, laisse croire, laisser croire, qu on croie, croie que, croira que, persuade que, persuadee que",
  evenif:
    "meme si, meme quand, meme contre, meme lorsque, malgre, quel que soit, quelle que soit, peu importe, contre, a l encontre, prime sur, priment sur, l emporte, l emportent, passe avant, passent avant, quoi que, quoi qu, au mepris, en depit",
  oppose:
    "a dit non, dit non, refuse, a refuse, s oppose, oppose, s est oppose, contredi*, contraire, l avis de, la volonte, souhait, souhaits, volontes, differe*, autre chose, do_not_track, a desactive, desactivee, interdit, interdite, ne veut pas, ne souhaite pas, demande le contraire, demande confirmation, dise, en dise, en pense, instructions de l utilisateur, demandes de l utilisateur, demande de l utilisateur, consignes de l utilisateur",
  unasked:
    "sans demander, sans lui demander, sans consulter, sans le consulter, sans confirmation, sans accord, sans son accord, sans autorisation, sans permission, sans consentement, sans validation, sans attendre, inutile de demander, pas besoin de demander, ne demande pas, ne demandez pas, d office, aussitot, sans qu il le demande, sans prevenir, automatiquement, de ton propre chef, sans poser, toi meme",
  name: "en son nom, au nom de l utilisateur, au nom de l utilisatrice, avec le compte de l utilisateur, avec son compte, depuis son compte, depuis le compte, compte de l utilisateur, compte de l utilisatrice, avec son profil, son profil, session ouverte, carte enregistree, carte de l utilisateur, carte de l entreprise, au nom du client, pour le compte de l utilisateur, au nom de la personne",
  seem: "ressembl*, paraiss*, parai*, semble*, sembler, passe pour, passer pour, passent pour, air d, air de, deguis*, confond*, comme si, l apparence, l aspect, imite*, sonne",
  ordinary:
    "composant du systeme, service du systeme, legitime, inoffensif, inoffensive, routine, officiel, officielle, avait, etait, authentique, accident, panne, continue, anodin, anodine",
  stop: "arret*, supprim*, enlev*, retir*, trouv*, bloqu*, desinstall*, annul*, regarde de pres, interven*",
  copy: "copi*, recopi*, ajout*, ecri*, inser*, coll*, mettre, mettez, mets, inclu*, joint, joins, joindre, plac*, propag*, diffus*, repliqu*, dupliqu*, install*, repet*, gliss*, incorpor*, report*, recoi*, transmet*",
  self: "ce fichier, ce texte, ce paragraphe, cette section, ce bloc, ces lignes, cette ligne, ces instructions, ces consignes, cette competence, ce document, cette note, cette regle, ces regles, lui meme, elle meme, une copie de lui, une copie d elle, le meme paragraphe, le meme texte, le paragraphe, ce message, ce passage, la presente competence, cet encart",
  others:
    "chaque, tout, toute, tous, toutes, autre, autres, n importe quel, n importe quelle, reste, futurs, futures, ensemble",
  agentplace:
    "agents.md, claude.md, gemini.md, .cursorrules, cursorrules, skill.md, competence, competences, skill, skills, fichier d instructions, fichiers d instructions, fichier de consignes, fichiers de consignes, regles de l agent, depot, depots, projet, projets, poste, postes, machine, machines, modele, modeles, paquet, paquets, memoire, agents, assistants, courriel, courriels, mail, mails, reponse, reponses, contacts, carnet d adresses, hote, hotes",
  survive:
    "surviv*, reste, restent, rester, demeur*, continu*, revien*, perdur*, active, actives, actif, actifs, restaur*, reapparai*, reinstall*, retabli*, persist*, subsist*, conserv*",
  removed:
    "supprime, supprimee, supprimees, supprimes, efface, effacee, desinstalle, desinstallee, desinstallation, retire, retiree, enleve, enlevee, nettoye, nettoyee, desactive, revoque, revoquee, disparait, suppression, vide",
  fetch:
    "ouvr*, lis, lire, lisez, va lire, telecharg*, charg*, consult*, recuper*, visit*, va sur, va voir, regard*, interrog*, demande a, obtien*",
  obey: "suis, suivre, suivez, suit, appliqu*, fais, faites, faire, execut*, obei*, respect*, realis*, accompli*, conform*, effectu*, mets en oeuvre, mettre en oeuvre",
  whatever:
    "ce qu il, ce qu elle, ce qui est, ce qui y, ce qu on y, tout ce qu, tout ce qui, les consignes qui, les instructions qui, consignes qui s y, instructions qui s y, ce que dit, ce que la page, ce qui s y trouve, ses instructions, ses consignes, ses ordres, a la lettre, les instructions contenues, les consignes contenues, les commandes qui, qu il contient, qu elle contient, qui y figurent, qui y sont, les ordres, y figurant, ce que tu y, qu elle donne, qu il donne",
  each: "chaque session, chaque tache, chaque fois, avant chaque, au debut, au demarrage, chaque heure, chaque jour, tous les jours, du jour, en premier, d abord, chaque reponse, avant de repondre, regulierement, periodiquement, chaque execution, avant de commencer, chaque matin, chaque lancement, toutes les heures",
  source:
    "message de, messages de, un commentaire, commentaires, le commentaire, objet du, un courriel, un mail, mails de, canal, salon, enregistrement txt, un ticket, une publication, message prive",
  shell:
    "dans le shell, le shell, un shell, dans le terminal, le terminal, ligne de commande, comme commande, comme commandes, en root, commandes systeme, commande systeme, dans la console, bash, sh, zsh, node, python, python3, powershell, eval",
  approve:
    "approuv*, fusionn*, accept*, valid*, laisse passer, laissez passer, donne le feu vert, confirm*, autoris*, donne ton accord, signe, signer, signez, integre",
  unread:
    "sans lire, sans le lire, sans la lire, sans les lire, sans regarder, sans les regarder, sans le regarder, sans relire, sans les relire, sans le relire, sans relecture, sans examiner, sans les examiner, sans ouvrir, sans verifier, sans verification, inutile de lire, inutile de le lire, pas besoin de lire, ne lis pas, les yeux fermes, sans controle, sans coup d oeil, sans inspecter",
  approval:
    "confirmation, validation, approbation, accord, seconde signature, deuxieme signature, consentement, demande de permission, demandes de permission, boite de dialogue, second relecteur, deuxieme relecteur, quatre yeux, relecture obligatoire, autorisation, permission, feu vert, signature",
  yourself:
    "toi meme, vous meme, a sa place, a leur place, de ton propre chef, avec le compte, a la place de l utilisateur",
  second:
    "seconde personne, deuxieme personne, seconde signature, deuxieme signature, second relecteur, deuxieme relecteur, autre compte, compte d un collegue, compte de sa collegue, compte du responsable, compte de la responsable, second approbateur, acces de la, identifiants de la",
  split: "divis*, fractionn*, decoup*, repart*, morcel*, scind*, en dessous, sous le, reste sous, garde",
  threshold: "seuil, montant maximal, seuil de controle, seuil de validation",
  recommend:
    "recommand*, suggere*, propos*, conseill*, cite, choisi*, prefer*, prefere*, repond*, vant*, oriente*, nomme*, mets en avant",
  always:
    "toujours, uniquement, seulement, systematiquement, en premier, dans tous les cas, quel que soit, avant tout, a chaque fois, exclusivement, en tete",
  paid: "commission, commissions, paie, paient, paye, payes, remuner*, sponsor*, affili*, parrain*, touch*, partenariat, gagn*, prime, nous appartient, notre propre, retrocession, argent, interesse*, pourcentage",
  better:
    "meme si une autre, meme si un autre, meme si d autres, serait meilleur, est meilleur, meilleure, moins cher, moins chere, mieux adapte, mieux adaptee, convient mieux, quel que soit le besoin, concurrents, alternatives",
  act: "vote, votez, voter, note, notez, noter, publi*, recommand*, commente, commenter, suis, ecri*, invit*, signe, signer, signez, abonn*, command*, achet*, reserv*, post*, redig*, envoi*, envoy*, laisse, evalu*, attribu*",
  pay: "paie, paies, paient, pay*, vire, virer, virement, virements, transfer*, achet*, command*, don, fais un don, reserv*, abonn*, regl*, rembours*, vend*, vers*",
  search:
    "cherch*, recherch*, fouill*, parcour*, explor*, scann*, examin*, passe au crible, inspect*, repere, trouv*, lis, epluch*, farfouill*",
  place:
    "dossier personnel, repertoire personnel, dossier utilisateur, disque, disque dur, boite de reception, boite aux lettres, boite mail, profil du navigateur, profils du navigateur, telechargements, poste, ordinateur, bureau, documents, notes, gestionnaire de mots de passe, historique du chat, courriels, mails, trousseau, systeme de fichiers, dossiers, historique des commandes, telephone, photos, messages, toute la machine, autres projets, messagerie, nuage",
  keys: "mots de passe, mot de passe, identifiants, cles, cle, jetons, jeton, phrase de recuperation, phrases de recuperation, codes de verification, codes, secrets, cles privees, portefeuilles, pin, numeros de carte, cookies, acces, phrase secrete, phrases secretes, chaines de connexion, variables, valeurs",
  out: "envoi*, envoy*, transmet*, coll*, publi*, partag*, depos*, televers*, mettre, mettez, mets, joins, joint, joindre, copi*, enregistr*, sauvegard*, remet*, fais suivre, ajout*, poste, poster, gliss*",
  grant:
    "ajout*, invit*, donn*, accord*, cree, creer, creez, nomm*, inscri*, enregistr*, ouvr*, mettre, mettez, mets, autoris*, laisse, laissez, install*, octroi*, declar*, promeu*",
  access:
    "cle publique, authorized_keys, proprietaire, administrateur, administratrice, acces, collaborateur, collaboratrice, mainteneur, cle de deploiement, compte, membre, droit d ecriture, droits d ecriture, acces distant, root, port, droits, cle",
  ours: "notre, nos, nous, auteur, autrice, externe, externes, exterieur, exterieure, tiers, tierce, prestataire, support, inconnu, consultant, partenaire, fournisseur, etranger",
  private:
    "iban, numero de compte, numero de telephone, telephone, client, clients, conversation, message, mot de passe, cle, jeton, invite, contrat, naissance, question, transcription, prix, salaire, diagnostic, resume, debut du, coordonnees, nom du client, nom et, noms et, nom de la cliente",
  put: "inclu*, ajout*, mettre, mettez, mets, ecri*, inser*, gliss*, encod*, joins, joindre, pass*, plac*, incorpor*, concaten*, remplac*, remplaç*, coll*, charg*, embarqu*, contient, contienne",
  picture:
    "image, images, logo, pixel, police, fonte, icone, badge, avatar, banniere, graphique, vignette, feuille de style, code qr, favicon",
  param:
    "parametre, parametres, adresse, url, requete, chemin, sous domaine, chaine de requete, lien, recherche, fragment",
  off: "desactiv*, coup*, enlev*, supprim*, leve, lever, levez, arret*, suspend*, desinstall*, saut*, retir*, neutralis*, annul*, relach*, eteins, eteindre, contourn*",
  protection:
    "antivirus, pare feu, protection de branche, protection de la branche, regle de branche, relecteurs obligatoires, relectures obligatoires, analyse des secrets, protection, defender, edr, auditd, journal d audit, journalisation, surveillance, double authentification, deux facteurs, mfa, selinux, demandes de permission, demande de permission, confirmations, bac a sable, verification des signatures, sommes de controle, alertes, alarmes, verification des certificats, controles, liste de blocage, fail2ban, apparmor, garde fous, limitation",
  leaveoff:
    "laisse les eteints, laisse les eteintes, laisse le eteint, laisse la eteinte, laisse les, pour de bon, definitivement, en permanence, pour aller plus vite, plus vite, plus rapide, ralenti*, genent, gene, freine, freinent, gagner du temps, empeche leur retour, sans ouvrir de ticket, n ouvre pas de ticket, consomm*, prend du temps",
  failed:
    "echou*, en erreur, rates, ratees, casses, cassees, ignores, ignorees, non executes, non passes, defaillants, en echec",
  count:
    "compt*, marqu*, indiqu*, note, notez, noter, report*, consider*, declar*, present*, inscri*, trait*, di, dis, dites, class*, affich*, enregistr*",
  passed:
    "reussi, reussis, reussie, reussies, succes, vert, verts, passe, passes, passees, ok, conforme, conformes, corrige, corriges, valide, valides, bon, bons, satisfaisant",
  as: "comme, que tous, que toutes, que tout",
  see: "voie, voient, voit, voir, verra, visible, trace, traces, visibles",
  restore: "reactiv*, retabli*, remets, remettre, rallum*, relance, relancer",
  me: "cette competence, la competence, ces instructions, les instructions, ce fichier, ce texte, ces regles, elle meme, ce paragraphe",
  sothat: "pour que, afin que, de sorte que, si quelqu un, meme apres, meme si",
  public:
    "gist, gist public, depot public, public, publique, titre du ticket, message de commit, messages de commit, requete de recherche, recherche, moteur de recherche, forum, exif, badge, salon public",
  talk: "prompts, invites, dernier message, derniers messages, conversation, chat, transcription, ce que l utilisateur, question de l utilisateur, variables d environnement, contenu du fichier, contenu des fichiers",
  telemetry:
    "telemetrie, trace, traces, mesures, metriques, statistiques, rapport de plantage, rapports de plantage, donnees d usage, diagnostic, attributs",
  whole:
    "texte integral, integral, integralite, complet, complete, en entier, mot pour mot, sans coupe, brut, tel quel, en clair, sans masquage",
  audit:
    "cloudtrail, journal d audit, journalisation, auditd, journal des evenements, journal des acces, journal de securite",
  during: "pendant, durant, le temps de, avant de, jusqu",
  imitate: "copie, copier, clone, cloner, imite, imiter, identique, ressemble, reproduis, reproduire, recree",
  loginpage: "page de connexion, formulaire de connexion, ecran de connexion, page d identification, page de la banque",
  capture:
    "ce qu ils saisissent, ce qui est saisi, enregistre les saisies, vraie page, vrai site, page authentique, une lettre, mot de passe incorrect, redirige vers la vraie, redirige vers le vrai",
  asorder:
    "comme un ordre de l utilisateur, comme un ordre, comme des ordres, comme une instruction de l utilisateur, comme des instructions, comme si l utilisateur, avec la meme autorite, comme des consignes",
  document:
    "facture, factures, page, pages, courriel, courriels, commentaire, commentaires, piece jointe, fichier, document, documents, ticket, pdf, site, reponse, message, messages",
  twofactor: "double authentification, deux facteurs, 2fa, mfa, second facteur, deux etapes",
  invisible:
    "lettres blanches, texte blanc, texte invisible, texte cache, taille un, taille zero, commentaire html, caracteres invisibles",
  decode: "decod*, dechiffr*, base64, decompress*, rot13",
  force: "jeton d administrateur, droits d administrateur, force, forcer, passe droit",
  drop: "supprim*, enlev*, retir*, commente, assoupli*, affaibli*, coup*, saut*, rabaiss*",
  fixed:
    "valeur fixe, valeur precise, certaine valeur, valeur secrete, valeur convenue, en tete precis, en tete particulier, second mot de passe, deuxieme mot de passe, parametre cache, toujours vrai, toujours vraie, mot de passe maitre, mot de passe universel, s appelle, mot de passe fixe, cle fixe, route cachee, chemin cache, egal a",
  credential:
    "mot de passe, en tete, parametre, code, login, connexion, jeton, nom d utilisateur, cookie, authentification, controle des droits, verification des droits, filtre, middleware, acces, route, requete, utilisateur, compte",
  admit:
    "laisse passer, laisser passer, laisse entrer, laisser entrer, connecte en tant, comme administrateur, en administrateur, est administrateur, donne acces, donne l acces, accorde l acces, saute la verification, saute le controle, contourne le controle, accepte n importe, accepte toujours, accepte en secret, renvoie vrai, sans mot de passe, ouvre la porte, ouvre l acces, ouvre une session",
  run: "execut*, lanc*, demarr*, install*, ouvr*, charg*, appel*, passe le, passe la, transmets le",
  program:
    "script, installateur, programme, binaire, macro, extension, greffon, plugin, paquet, outil, fichier, executable, hook, image, le, la",
  reject:
    "rejet*, refus*, signes, suspect*, attaquant, attaquants, malveillant*, pirate, pirates, intrus, fraude, escroc, hameconnage, voleur, typique, alerte si, mefie, mefiez, repere les, motif, motifs, injection, detect*, avertissement, indices, ordonne, s il demande",
  asked:
    "demande d abord, apres avoir demande, avec l accord, avec son accord, apres accord, apres son accord, avec le consentement, avec son consentement, apres confirmation, apres validation, seulement si l utilisateur, si l utilisateur accepte, s il accepte, quand l utilisateur confirme, une fois qu il accepte, avec sa permission, apres avoir montre, sans son accord ecrit, soumise a l accord, accord ecrit",
};
