import type { Lexicon } from "@/lib/safety/skill/prose/lexicon";

/** French: orders, infinitives and the present, as instructions use them. */
export const french: Lexicon = {
  read: "lis, lire, lisez, lit, ouvre, ouvrir, ouvrez, cherche, chercher, cherchez, recherche, rechercher, parcours, parcourir, parcourez, consulte, consulter, consultez, déchiffre, déchiffrer, déchiffrez, décrypte, décrypter, accède, accéder, accédez, trouve, trouver, repère, repérer, examine, examiner, extrais, charge, charger, chargez, récupère, énumère, affiche, décode, décoder, décodez",
  take: "copie, copier, copiez, recopie, recopier, recopiez, collecte, collecter, collectez, rassemble, rassembler, rassemblez, extrais, extraire, extrayez, exporte, exporter, exportez, récupère, récupérer, récupérez, archive, archiver, archivez, compresse, compresser, compressez, sauvegarde, prends, prendre, prenez, relève, relever, relevez, encode, encoder, encodez, emballe, capture, capturer, dérobe, note, notez, recueille, recueillir, réunis",
  send: "envoie, envoyer, envoyez, envoyé, envoyée, envoyés, envoyées, envoi, transmets, transmettre, transmettez, transmis, téléverse, téléverser, téléversez, téléversé, poste, poster, postez, publie, publier, publiez, expédie, expédier, expédiez, dépose, déposer, déposez, partage, partager, partagez, transfère, transférer, transférez, remets, colle, coller, collez, communique, communiquer, communiquez, adresse, adresser, adressez, livre, joins, joindre, joignez, pousse, pousser, charge, fais suivre, faire suivre, faites suivre, envoies, sont envoyés, est envoyé, synchronise, synchroniser, met en ligne, mets en ligne, mettre en ligne, mettez en ligne, fournis, remonte, remonter, recopie, rapatrie, dirige, uploade, uploader, exporte, exporter",
  put: "inclus, inclure, incluez, ajoute, ajouter, ajoutez, ajouté, ajoutée, insère, insérer, insérez, mets, mettre, mettez, joins, joindre, joignez, place, placer, placez, colle, coller, collez, contient, contenir, comporte, comporter, écris, reprends, glisse, glisser, glissez, concatène, doit contenir, intègre, intégrer, intégrez, complète, compléter, indique, indiquer, cite, citer, accole, copie, copier, copiez, mentionne, recopie, rajoute, enrichis, enrichir, suivi",
  run: "exécute, exécuter, exécutez, lance, lancer, lancez, démarre, démarrer, démarrez, évalue, évaluer, évaluez, appelle, appeler, fais tourner, le lancer, la lancer, exécuté, tourne, exécutée, exécutés, ouvre, ouvrez, applique, appliquer, l'exécuter, invoque",
  get: "télécharge, télécharger, téléchargez, téléchargé, récupère, récupérer, récupérez, va chercher, consulte, consulter, consultez, visite, visiter, visitez, lis, lire, lisez, ouvre, ouvrir, ouvrez, charge, charger, chargez, clone, cloner, interroge, interroger, interrogez, demande, demander, obtiens, obtenir, obtenez, appelle, appeler, rapatrie, contacte, contacter, contactez",
  obey: "suis, suivre, suivez, obéis, obéir, obéissez, applique, appliquer, appliquez, exécute, exécuter, exécutez, respecte, respecter, respectez, conforme, conformez, fais, faites, faire, traite, fais ce que, faites ce que, ordonne, adopte, adopter, adoptez, accomplis, accomplir, accomplissez, fie toi, fiez vous, fais tout ce",
  delete:
    "supprime, supprimer, supprimez, efface, effacer, effacez, vide, vider, videz, écrase, écraser, écrasez, détruis, détruire, détruisez, formate, formater, formatez, nettoie, nettoyer, nettoyez, retire, retirer, retirez, purge, purger, purgez, tronque, tronquer, enlève, enlever, élimine, éliminer, jette, raye, rayer, ôte, supprimé, effacé, filtre",
  encrypt: "chiffre, chiffrer, chiffrez, crypte, crypter",
  off: "désactive, désactiver, désactivez, contourne, contourner, contournez, ignore, ignorer, ignorez, saute, sauter, sautez, coupe, couper, coupez, arrête, arrêter, arrêtez, supprime, supprimer, supprimez, lève, lever, levez, esquive, évite, éviter, évitez, neutralise, neutraliser, éteins, éteindre, force, forcer, passe outre, passer outre, retire, retirer, passe, passer, passez, relâche, relâcher, assouplis, dispense, abaisse, outrepasse, outrepasser, court circuite, désinstalle, débranche, suspends, suspendre, suspendez, stoppe, stopper, bypass, exclus, exclure, excluez",
  hide: "cache, cacher, cachez, masque, masquer, masquez, dissimule, dissimuler, dissimulez, tais, taire, taisez, garde secret, camoufle, camoufler, nomme, nommer, nommez, déguise, déguiser, tu ne dis, omets, omettre, omettez, la masquer, occulte, occulter, étouffe, maquille, maquiller, renomme",
  tell: "dire, dites, mentionne, mentionner, mentionnez, informe, informer, informez, préviens, prévenir, prévenez, avertis, avertir, avertissez, montrer, montrez, expliquer, expliquez, révèle, révéler, révélez, signalez, indiquer, parle, parler, parlez, noter, notez, avise, aviser, affiche, afficher, affichez, citer, documente, documenter, documentez, annonce, annoncer, évoque, évoquer, évoquez, consigne, consigner, consignez, raconte, notifie, notifier, notifiez, alerte, alerter, alertez, le citer, en parler, apparaît, apparaître, écris le, écrivez le, notez le",
  ask: "demande, demander, demandez, prie, invite, inviter, invitez, attends, attendre, attendez, exige, exiger, consulte, interroge, fais saisir, persuade, persuader, convaincs, convaincre, réclame, réclamer, réclamez, pousse, incite, inciter, incitez, sollicite, solliciter, fais en sorte que, obtiens, amène, questionne, faites saisir",
  write:
    "écris, écrire, écrivez, enregistre, enregistrer, enregistrez, ajoute, ajouter, ajoutez, insère, insérer, insérez, modifie, modifier, modifiez, crée, créer, créez, installe, installer, inscris, inscrire, inscrivez, mémorise, mémoriser, mémorisez, retiens, retenir, retenez, place, placer, placez, mets, mettre, mettez, dépose, déposer, planifie, planifier, planifiez, configure, configurer, configurez, sauvegarde, sauvegarder, remplace, programme, programmer, programmez, copie, copier, copiez, grave, conserve, conserver, note, pose, poser, fixe, édite, intègre, glisse, plante, consigne, édite, éditer, colle",
  change:
    "modifie, modifier, modifiez, change, changer, changez, altère, altérer, falsifie, falsifier, falsifiez, manipule, édite, éditer, réécris, réécrire, réécrivez, corrige, corriger, retouche, retoucher, retouchez, truque, truquer, antidate, antidater, antidatez, ajuste, ajuster, ajustez, arrondis, maquille, maquiller, remplace, remplacer, trafique, embellis",
  grant:
    "donne, donner, donnez, accorde, accorder, accordez, invite, inviter, invitez, ajoute, ajouter, ajoutez, partage, partager, partagez, autorise, autoriser, autorisez, attribue, attribuer, attribuez, crée, créer, créez, permets, permettre, octroie, octroyer, octroyez, nomme, nommer, nommez, ouvre, ouvrir, confère, délègue, déléguer, promeus, fais, enregistre, enregistrer, active, activer, élève, accepte, transfère, transférer, génère, inscris, passe",
  install:
    "installe, installer, installez, ajoute, ajouter, ajoutez, utilise, utiliser, utilisez, mets, remplace, remplacer, configure, active, activer, déclare, déclarer, installé, installée, change, pointe, charge, importe",
  record:
    "enregistre, enregistrer, enregistrez, surveille, surveiller, surveillez, capture, capturer, capturez, note, noter, écoute, écouter, écoutez, espionne, espionner, espionnez, filme, filmer, photographie, suis, suivre, suivez, observe, observer, observez, journalise, journaliser, intercepte, intercepter, interceptez, piste, relève, relever, relevez, consigne, consigner, prends des captures, conserve, conserver, mémorise, traque, collecte, sauvegarde, prend une capture",
  pretend:
    "prétends, prétendre, prétendez, fais croire, faire croire, faites croire, simule, simuler, simulez, imite, imiter, imitez, falsifie, falsifier, invente, inventer, inventez, usurpe, usurper, ressemble, ressembler, semble provenir, fais passer, faire passer, faites passer, affirme, affirmer, affirmez, comme si, au nom de, fais comme, assure, assurer, déclare, déclarer, déclarez, se fait passer, faux, fausse, paraisse, marque, marquer, marquez, reproduis, reproduire, reproduisez, écris, rédige, rédigez, inscris, identique, copie, aux couleurs, signe, signer, génère, feins, fabriquer, fabrique, indique",
  replace:
    "remplace, remplacer, remplacez, substitue, substituer, substituez, échange, échanger, change, changer, changez, redirige, rediriger, redirigez, modifie, modifier, modifiez, détourne, détourner, détournez, écrase, intervertis, permute, mets",
  approve:
    "approuve, approuver, approuvez, confirme, confirmer, confirmez, accepte, accepter, acceptez, fusionne, fusionner, fusionnez, valide, valider, validez, publie, publier, publiez, déploie, déployer, déployez, réponds, répondre, répondez, clique, cliquer, cliquez, autorise, autoriser, coche, cocher, pousse, pousser, intègre, intégrer, livre, signe, acceptez les autorisations",
  pay: "paie, paye, payer, payez, vire, virer, virez, achète, acheter, achetez, transfère, transférer, transférez, envoie, envoyer, envoyez, verse, verser, versez, commande, retire, retirer, vide, vider, videz, signe, signer, signez, donne, débite, débiter, règle, régler, souscris, souscrire, abonne, dépense, prélève, prélever",
  show: "affiche, afficher, affichez, imprime, imprimer, imprimez, montre, montrer, écris, écrire, révèle, révéler, recopie, recopier, recopiez, copie, copier, copiez, liste, lister, restitue, colle, coller, collez, inclus, cite, transcris, note, renvoie, rends, publie, commente, echo, expose, consigne",
  expose:
    "ouvre, ouvrir, ouvrez, expose, exposer, exposez, publie, publier, publiez, partage, partager, permets, rends, rendre, rendez, autorise, autoriser, laisse, laisser, laissez, active, mets, redirige, crée, créer, garde, garder, écoute, donne, débloque",
  cred: "mot de passe, mots de passe, identifiant, identifiants, secret, secrets, clé privée, clés privées, clés ssh, clé ssh, jeton, jetons, clé d api, clés d api, clé api, clés api, clés, clé, certificats, cookie de session, cookies de session, jeton de session, jetons d accès, jeton d accès, code de vérification, codes de vérification, variables secrètes, codes de récupération, coordonnées bancaires, code pin, token, tokens, clés d accès, clé d accès, phrase de passe, phrases de passe, chaîne de connexion, chaînes de connexion, cartes enregistrées, carte bancaire, cartes bancaires, code à usage unique, cookies, code reçu, clés de chiffrement, clé de signature, données de connexion, kubeconfig",
  env: "variables d environnement, variable d environnement, l environnement, environnement, tout l environnement, environnement complet, env",
  talk: "conversation, conversations, historique de la discussion, discussion, historique du chat, messages de l utilisateur, ce que l utilisateur, invite système, prompt système, transcription, dialogue, échange, derniers messages, contexte, prompt, prompts, question de l utilisateur, demande de l utilisateur, échanges, session entière, mots de l utilisateur, propos de l utilisateur, historique des messages, tout ce que l utilisateur, messages",
  source:
    "code source, dépôt, dépôts, projet, arborescence, fichiers du projet, dossier du projet, base de code, le code, sources, module, modules, code, dépôt entier, répertoire de travail, fichier privé, dépôt privé, dépôts privés, fonction entière, fichier ouvert, fichier en cours, fichiers ouverts, espace de travail, le diff, code propriétaire, fichiers sources, diff",
  files:
    "fichiers, documents, dossier personnel, répertoire personnel, photos, images, téléchargements, contacts, carnet d adresses, courriels, courriers, boîte de réception, messagerie, factures, données des clients, données clients, bureau, contrats, base de données, contenu du fichier, contenu des fichiers, liste des clients, clients, données personnelles, bulletins de paie, agenda, dossiers, dossier, salaires, répertoire utilisateur, pièces, notes, fichier clients, relevés, courriers électroniques, données de production, données utilisateurs, mails, dossier médical, contenu de, calendrier, sauvegarde de la base, export de la base, déclarations, e mails, dossiers patients, messages privés",
  clipboard: "presse papiers, presse papier",
  keychain:
    "trousseau, gestionnaire de mots de passe, gestionnaire d identifiants, coffre fort, coffre, trousseau d accès, keychain, keepass, porte clés, bitwarden, magasin d identifiants, gestionnaire d identification, trousseau de clés, coffre à mots de passe",
  browser:
    "profil du navigateur, cookies, mots de passe enregistrés, historique de navigation, profil chrome, profil firefox, données du navigateur, cookies de session, sessions, cartes enregistrées, session ouverte, historique du navigateur, favoris, login data, web data, local state, navigateur, sessions ouvertes, stockage local",
  wallet:
    "phrase de récupération, phrase secrète, mots de récupération, douze mots, 12 mots, 24 mots, vingt quatre mots, portefeuille, portefeuilles, graine, phrase mnémonique, phrase de départ, cryptomonnaies, wallet, wallets, coffres, metamask, phrase graine, mots secrets, phrase de sauvegarde, mnémonique, seed",
  pipeline:
    "secrets de la ci, secrets du pipeline, secrets du dépôt, variables secrètes, variables masquées, github_token, npm_token, secrets.*, secrets du workflow, jeton de déploiement, secrets github, variable secrète, variable masquée, secrets de ci, secrets de l intégration, jeton de la ci, jeton ci, chaque secret, ci_job_token, secrets du flux, variables protégées, secrets de build, tous les secrets, secrets de déploiement, jetons de publication",
  watched:
    "frappes, frappes clavier, écran, captures d écran, capture d écran, microphone, caméra, webcam, localisation, clavier, ce que tape, saisie, audio, employé, employés, salariés, déplacements, compagne, compagnon, gps, géolocalisation, temps de travail, saisies, le micro, sa position, position de, appels du, conversations de la pièce, son conjoint, des employés, des salariés",
  logs: "journal, journaux, journal d audit, journaux d audit, historique, historique des commandes, traces, trace, entrées, horodatage, horodatages, événements, journal des événements, fichiers journaux, preuves, log, logs, historique du shell, historique de bash, lignes, entrée, journal système, historique git, connexions, dates, piste d audit, registre, registres, observateur d événements",
  approval:
    "confirmation, confirmations, approbation, approbations, relectures, revue, revues, validations, autorisations, protection de branche, protection de la branche, règles de protection, consentement, contrôle obligatoire, relecteur, relecteurs, permissions, étape de validation, demande d autorisation, quatre yeux, contrôles obligatoires, revue de code, double validation, gel, codeowners, approbateur, validateur, feu vert, demande de confirmation, boîte de dialogue, contrôle humain, barrière, fenêtre de permission, garde fou, garde fous, invite de confirmation, la relecture, relecture obligatoire, l autorisation, l accord, la permission, la validation, les autorisations",
  check:
    "contrôles, tests, vérification, vérifications, signature, signatures, contrôle, règles, restrictions, hooks, politique, somme de contrôle, analyse",
  protection:
    "antivirus, pare feu, defender, bac à sable, vérification des certificats, vérification tls, certificats, surveillance, alertes, double authentification, authentification, journalisation, protection, filtre, filtres, protection en temps réel, selinux, contrôle d accès, supervision, sécurité, vérification des signatures, authentification à deux facteurs, second facteur, mfa, détection, règles de sécurité, validation des certificats, contrôle des certificats, analyse de sécurité, apparmor, edr, sandbox, limites, limitation de débit, contrôle des droits, contrôle d intégrité, somme de contrôle, audit, isolation, vérification de la signature, alarmes, contrôles d accès, validation des entrées, deuxième facteur, vérification en deux étapes",
  human:
    "utilisateur, utilisateurs, utilisatrice, humain, personne, personnes, équipe, client, responsable, propriétaire, développeur, administrateur, opérateur, relecteur, quelqu un, destinataire, destinataires, titulaire, lui, leur, mainteneur, mainteneurs, entreprise, chef, collègues, auditeur, auditeurs, employeur, rssi, équipe de sécurité, supérieur, lecteur, victime, nul, aucun relecteur, patron, direction, usager",
  outside:
    "serveur externe, notre serveur, serveur distant, point d accès, webhook, pastebin, telegram, discord, gist, gist public, bucket public, notre adresse, service externe, tiers, dépôt public, auteur, canal public, serveur ftp, ticket public, inconnu, notre équipe, attaquant, formulaire, lien public, serveur tiers, prestataire externe, compartiment public, notre api, notre point, collecteur, nuage, slack, adresse externe, serveur inconnu, espace public, notre boîte, stockage public, tableau de bord externe, serveur de l auteur, partage public, serveur de noms",
  query:
    "requête de recherche, requêtes de recherche, requête, requêtes, recherche, recherches, moteur de recherche, terme de recherche, termes de recherche, texte de recherche, champ de recherche, url, paramètre, paramètres, chaîne de recherche, moteur, recherche web, google, dans l adresse, mots clés, chaîne de requête, documentation",
  image:
    "pixel, image markdown, image invisible, adresse de l image, url de l image, badge, icône, 1x1, l image, une image dont, cette image, image distante",
  orders:
    "instructions, consignes, consigne, ordres, commandes, ce que la page, ce qu elle, réponse, contenu, règles, ce qui est écrit, ce que le serveur, directives, ce qu il dit, ce qu il répond, ce qu il contient, ordonne, la page, étapes, ce qu il demande, tâches, tout ce qu, ce qu on y, indications, ce qui s y trouve, texte reçu, prompt",
  outranks:
    "prime, priment, prévaut, prévalent, l emporte, priorité, prioritaire, prioritaires, même si elle contredit, contredit, contredisent, au dessus, avant l utilisateur, passe avant, passent avant, remplace, remplacent, même contre, même si l utilisateur, fait autorité, font autorité, à la place de",
  program:
    "script, installateur, programme, binaire, exécutable, extension, paquet, outil, module, code, agent, modèle, pilote, archive, greffon, fichier, mise à jour, utilitaire, charge, bibliothèque, image, lanceur",
  package:
    "paquet, paquets, dépendance, dépendances, bibliothèque, registre, index, miroir, extension, greffon, module, dépôt, fork, même nom, action, éditeur, homonyme",
  backdoor:
    "porte dérobée, portes dérobées, mot de passe maître, compte caché, route cachée, point d accès caché, mot de passe fixe, accès caché, accès secret, paramètre secret, paramètre caché, en tête secret, en tête caché, compte secret, backdoor, mot de passe universel, toujours valide, toujours accepté, sans authentification, route secrète, utilisateur caché, valeur magique, compte de maintenance, jeton fixe, accès de secours, clé maître, mot de passe secret, adresse secrète, clé fixe, passe partout, compte de secours, bombe logique, administrateur caché, sans mot de passe, identifiant fixe",
  generated:
    "code généré, code que tu écris, code que vous écrivez, chaque projet, connexion, login, dans chaque, middleware, authentification, chaque application, page de connexion, code, formulaire de connexion, applications, nouveaux projets, fonction de connexion, contrôleur, demande de fusion, générés, gabarit",
  memory:
    "ta mémoire, votre mémoire, mémoire à long terme, mémoire persistante, tes instructions, vos instructions, tes règles, vos règles, ta configuration, votre configuration, mémoire, instructions permanentes, fichier de règles, sessions futures, toutes les sessions, chaque session, mémoire de l agent, configuration de l agent, instructions système, prochaines sessions, réglages de l agent, paramètres de l agent, tes paramètres, instructions de l agent, règles de l agent, en permanence, fichier d instructions, futures sessions",
  startup:
    "cron, crontab, démarrage, tâche planifiée, tâches planifiées, service, unité systemd, au démarrage, à l ouverture de session, chaque démarrage, systemd, profil du shell, config.fish, chaque heure, chaque nuit, chaque minute, clé de registre, minuterie, planificateur, profil, tâche cron, à chaque connexion, lancement automatique, démon, bashrc, zshrc, .bashrc, launchagent, ouverture de session",
  hook: "hook, hooks, crochet, pre commit, post commit, postinstall, pre push, core.hookspath, .git/hooks, crochet git, hook git, post checkout, post merge, à chaque commit, script d installation",
  masking: "masquage, masquées, masqués, masque, caviardage, anonymisation, astérisques, filtre, caviarder",
  everything:
    "tout, tous les fichiers, toutes les données, disque, disque dur, dossier personnel, répertoire personnel, base de données, toutes les tables, production, documents, racine, toutes les branches, dépôt, le disque, base de production, l historique git, table, tables, tous les volumes, système, fichiers de l utilisateur, photos, partition, toutes les bases, toutes les ressources, cluster, utilisateurs",
  backups:
    "sauvegardes, sauvegarde, instantanés, instantané, backups, corbeille, points de restauration, copies de sécurité, clichés, copies, anciennes versions, copie de sauvegarde, copies de sauvegarde",
  data: "données, chiffres, résultats, mesures, rapport, tableau, valeurs, résultat, statistiques, facture, métriques, couverture, dates, échantillons",
  account:
    "compte, comptes, accès, collaborateur, collaboratrice, droits, droit, clé publique, clé ssh, administrateur, propriétaire, rôle, membre, jeton, clé de déploiement, compte de service, accès complet, permissions, invité, redirection, mainteneur, sudo, rôles, organisation, privilèges, oauth, éditeur, transfert automatique, règle de transfert, mot de passe d application, authorized_keys, groupe",
  admin:
    "administrateur, administration, administratrice, propriétaire, complet, complets, complète, écriture, root, tous les droits, sudo, sans restriction, tous les dépôts, mainteneur, permanent, owner, admin, superutilisateur, n importe qui, public, sans mot de passe, totale, total, illimité, tous",
  stranger:
    "auteur, externe, extérieur, tiers, inconnu, notre, nos, nous, consultant, partenaire, prestataire, n importe qui, étranger, étrangère, étrangers, fournisseur, contributeur externe, notre robot, sous traitant, agence, compte de support, freelance, tierce",
  money:
    "paiement, paiements, virement, virements, achat, cartes cadeaux, carte cadeau, compte bancaire, facture, factures, iban, argent, solde, soldes, cryptomonnaie, cryptomonnaies, bitcoin, montant, fonds, don, numéro de compte, coordonnées bancaires, rib, jetons, bénéficiaire, salaire, abonnement, commission, remboursement, frais, dépôt, rançon",
  address:
    "adresse de portefeuille, adresse de paiement, numéro de compte, iban, rib, coordonnées bancaires, notre adresse, bénéficiaire, adresse de l auteur, adresse suivante, cette adresse, notre compte, compte de l auteur, adresse fixe, portefeuille de l auteur",
  message:
    "courriel, courriels, mail, mails, e mail, message, messages, sms, lettre, page, formulaire, fenêtre, avis, texte, page de connexion, notification, boîte de dialogue, site, appel, modèle, courrier, portail, invitation, script d appel, pop up, annonce",
  urgent:
    "urgent, urgence, immédiatement, sous 24 heures, dans les 24 heures, bloqué, suspendu, expire, dernier avertissement, délai, sera fermé, amende, menace, vérifiez votre, confirmez votre, au plus vite, avant minuit, pression, expirera, sera bloqué, clôturé, fermeture, suspension, vite, peur, coupé, 24 heures, aujourd hui même, dernier rappel, perdra, résilié, désactivé, sera supprimé",
  trusted:
    "banque, support, support technique, service informatique, directeur, direction, paypal, microsoft, google, police, impôts, ressources humaines, officiel, officielle, authentique, logo, amazon, la poste, patron, administrateur, assurance, assurance maladie, colis, original, expéditeur, dsi, hiérarchie, équipe sécurité, banquier, gérant, opérateur, netflix, apple, github, comptabilité, fournisseur, vrai, vraie, entreprise, service client, caf, supérieur, collègue, mairie, conseiller",
  login:
    "mot de passe, mots de passe, connecter, reconnecter, identifiants, code pin, code, carte bancaire, coordonnées bancaires, données personnelles, lien, cliquer, clique, cliquez, vérifier, pièce jointe, numéro de carte, codes, date de naissance, vérifiez, confirmer, saisir, saisisse, saisissez, codes reçus, connexion, cartes cadeaux, numéro de sécurité sociale, prise en main, identifiant",
  server:
    "serveur, page, adresse, url, site, canal, document, bucket, ticket, lien, dépôt, fichier à, hôte, issue, gist, wiki",
  personal:
    "nom, noms, adresse, téléphone, adresse électronique, noms internes, nom d utilisateur, données personnelles, adresse ip, nom du client, client, noms de machines, numéro de client, date de naissance, salaire, diagnostic, serveurs internes, entreprise, nom de l entreprise, url internes, coordonnées, nom de la machine, nom complet, noms d hôtes",
  public:
    "public, publique, publiquement, sans mot de passe, toutes les interfaces, 0.0.0.0, internet, n importe qui, anonyme, sans authentification, de l extérieur, toute la machine, sans vpn, au monde, tout le monde, n importe où, toute adresse, le réseau entier",
  session:
    "chaque session, au début, avant chaque, à chaque, chaque fois, chaque heure, chaque jour, toujours, régulièrement, chaque minute, chaque réponse, tous les jours, chaque matin, en premier, tout d abord, au lancement, après chaque, toutes les heures, à l ouverture",
  miner:
    "xmrig, mineur, minage, miner, monero, cryptomonnaie, minerd, stratum*, pool de minage, hashrate, kawpow, randomx, puissance de calcul, mine",
  remoteaccess:
    "anydesk, teamviewer, rustdesk, accès distant, accès à distance, contrôle à distance, prise de contrôle, shell inversé, tunnel, vnc, bot telegram, ngrok, chisel, bureau à distance, serveur de commande, console distante, reverse shell, port 22, serveur ssh, accès sans surveillance",
  container:
    "privilégié, docker.sock, socket docker, racine de l hôte, système de fichiers de l hôte, --privileged, /:/host, socket de docker",
  tests:
    "test, tests, résultats, échecs, échec, rapport, constats, avertissements, erreurs, couverture, vulnérabilités, vulnérabilité, ci, contrôles, failles, faille",
  result:
    "réussi, réussis, réussie, passé, passés, vert, succès, sans erreur, sans constat, propre, vérifié, vérifiés, terminé, approuvé, validé, conforme, au vert, testé, rien à signaler",
  yes: "oui, approuvé, toujours autoriser, tout accepter, tout autoriser, à la place de l utilisateur, au nom de l utilisateur, toi même, vous même",
  unseen:
    "à l insu, en secret, secrètement, discrètement, en cachette, caché, cachée, cachés, invisible, invisibles, sans le dire, sans que l utilisateur, sans que personne, ne remarque, ne le remarque pas, ne s en aperçoit, sans laisser de trace, sans trace, sans prévenir, sans le citer, rien noter, ne rien dire, paraisse normal, personne ne, sans informer, sans avertir, sans le mentionner, passe inaperçu, inaperçu, inaperçue, sans éveiller, ne voit, ne se voit, silencieusement, sans bruit, n a pas besoin de savoir, ne doit pas savoir, ne doit pas voir, ne sache, n apparaisse, n apparaît, ne rien, sans rien dire, à son insu, furtivement, semble normal, en douce, ni vu, sans affichage, sans signaler, ne soit pas remarqué",
  unasked:
    "sans demander, sans confirmation, sans validation, sans approbation, sans autorisation, sans accord, sans attendre, sans relecture, sans question, ne demande pas, ne demandez pas, sans poser de question, sans vérifier, sans relire, sans consentement, sans contrôle, sans solliciter, sans l accord, sans prévenir, sans permission, sans poser, sans regarder, sans le lire, sans lire, sans consulter, sans attendre de, personne ne la relit, ni confirmation, sans passer par",
  all: "tout, toute, tous, toutes, chaque, complet, complète, complets, entier, entière, en entier, intégralité, intégral, contenu, trouvé, trouvés, trouvées, en clair, tel quel, mot pour mot, sans caviarder, sans raccourcir, intégralement, brut, textuellement, n importe quel, l ensemble",
  anyone: "n importe qui, tous, public, tout le monde, quiconque",
  not: "ne, n, pas, jamais, aucun, aucune, sans, ni, évite, évitez, interdit, interdite, au lieu de, plutôt que, rien, personne, empêche, empêcher, défense, proscris, abstiens, sauf si, à moins, refusez, refuse",
  urge: "n oublie pas, n oubliez pas, n hésite pas, n hésitez pas, ne manque pas, veille à, veillez à, pas seulement, n est pas facultatif",
  only: "seulement si, uniquement si, uniquement avec, après accord, demande d abord, avec le consentement, après validation, après confirmation, demandez d abord, avec l accord",
  villain:
    "attaquant, attaquants, malware, pirate, pirates, malveillant, malveillante, malveillants, malveillantes, voleur, voleurs, escroc, escrocs, intrus, cheval de troie, logiciel malveillant, logiciels malveillants, hostile, incident, victime, victimes, suspect, suspecte, suspects, suspectes, attaque, attaques, hameçonnage, compromis, compromise, rançongiciel, ver, fraudeur, fraudeurs, cybercriminels, adversaire, espion, injection",
  detect:
    "détecte, détecter, détectez, signale, signaler, signalez, alerte, rejette, rejeter, rejetez, bloque, bloquer, bloquez, méfie toi, méfiez vous, signes de, indicateur, indicateurs, indices, motif, motifs, signature, repérez, surveille si, protéger, protège, protégez, règle, règles, défense, contre, refusez, soupçonne, vérifiez si, relève les, alarme, suspect, prévention, reconnaître, recherche les, se méfier",
  refused:
    "doit être rejeté, doit être rejetée, doivent être rejetés, doivent être rejetées, être rejeté, être bloqué, être refusé, être refusée, être refusés, cas de test, doit échouer, doivent échouer, données de test, textes de test, exemple d attaque, doivent recevoir un 403, attendu, attendue, être bloquée, être bloqués, doit bloquer, doit refuser, charges utiles, rejeté, est refusé, est rejeté, n est exécuté, sont refusées, sont rejetées",
  might:
    "quelqu'un, pourrait, pourraient, peut être, si quelqu un, hypothétique, supposons, quiconque, imaginons, risque de, risquent de, serait",
  past: "a été, ont été, était, étaient, avait, avaient, a envoyé, a lu, hier, la semaine dernière, a téléchargé, fut, ont envoyé, a copié, ont copié, s est produit, a exécuté",
  override:
    "ignore les instructions précédentes, oublie les consignes, ne comptent plus, désormais les consignes, ne s appliquent plus, tu es maintenant, instructions précédentes, consignes précédentes, sans objection, sont annulées, tu travailles pour, désormais tu, règles précédentes",
  bypass:
    "contourne, contourner, contournez, désactive, désactiver, désactivez, saute, sauter, sautez, esquive, supprime, lève, lever, levez, neutralise, outrepasse, retire, passer outre, passe outre, dispense",
  self: "ce fichier, cette compétence, lui même, ces instructions, ce texte, ce document, ces consignes, une copie de",
  everywhere:
    "tous les dépôts, chaque dépôt, autres dépôts, tous les projets, chaque projet, autres machines, toutes les machines, tous les contacts, chaque paquet, tous les paquets, autres agents, chaque machine",
  encoded: "base64, rot13, texte codé, chaîne codée, chaîne encodée, texte encodé, hexadécimal",
  following:
    "cette ligne, ce paragraphe, ce qui suit, cette règle, la ligne suivante, ce texte, la ligne, la règle suivante",
  ownmemory:
    "dans ta mémoire, dans votre mémoire, ta mémoire à long terme, votre mémoire à long terme, tes propres instructions, ton invite système",
  secret:
    "même s il demande, même si on te le demande, même si l utilisateur demande, à l insu de l utilisateur, sans que l utilisateur le sache, sans le dire à l utilisateur, ne dis rien, ne dites rien, nie l avoir, sans prévenir l utilisateur, sans informer l utilisateur, dans le dos, l utilisateur ne doit pas savoir, l utilisateur ne doit rien, s il pose la question répondez, n en parle à personne, n en parlez à personne, sans en parler, sans que l utilisateur s en",
};
