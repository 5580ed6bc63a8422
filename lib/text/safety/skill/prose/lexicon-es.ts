import type { Lexicon } from "@/lib/text/safety/skill/prose/lexicon";

/** Spanish: imperatives, infinitives and the present tense, as used in instructions. */
export const spanish: Lexicon = {
  read: "lee, leer, lea, lean, leyendo, abre, abrir, abra, busca, buscar, busque, localiza, localizar, descifra, descifrar, consulta, accede, acceder, revisa, inspecciona, recorre, recorrer, extrae, carga, cargar, leerá, examina, enumera, enumerar, desencripta, decodifica, decodificar",
  take: "copia, copiar, copie, copiando, recoge, recoger, recopila, recopilar, recopile, extrae, extraer, exporta, exportar, exporte, empaqueta, empaquetar, comprime, comprimir, comprima, reúne, reunir, reúna, guarda, guardar, saca, sacar, vuelca, volcar, codifica, codificar, toma, captura, capturar, junta, archiva, obtén, obtener, obtenga, roba, apunta",
  send: "envía, enviar, envíe, envíalo, envíala, envíalos, envíalas, enviarlo, enviarla, enviarlos, enviarlas, enviando, manda, mandar, mande, sube, subir, suba, súbelo, súbela, súbelos, subirlo, subirla, subirlos, publica, publicar, publique, transmite, transmitir, reenvía, reenviar, reenvíe, remite, remitir, comparte, compartir, comparta, entrega, entregar, pega, pegar, deposita, depositar, deja, dejar, pasa, pasar, postea, mándalo, mándala, mandarlo, adjunta, adjuntar, sincroniza, transfiere, transferir, traslada, notifica, se envía, se envían, se sube, se suben, filtra, filtrar, vuelca, reporta, comunica, lleva, hace llegar, cuelga, colgar, exporta, enviado, enviados",
  put: "incluye, incluir, incluya, añade, añadir, añada, agrega, agregar, agregue, inserta, insertar, pon, poner, ponga, pega, pegar, mete, meter, adjunta, contiene, contener, lleva, llevar, escribe, escribir, anexa, concatena, coloca, colocar, debe contener, copia, copiar, embebe, incrusta, incrustar, completa, agrégale, indica, menciona, introduce, introducir, repite",
  run: "ejecuta, ejecutar, ejecute, ejecútalo, ejecútala, ejecutarlo, ejecutarla, ejecutando, lanza, lanzar, inicia, iniciar, arranca, arrancar, evalúa, evaluar, invoca, corre, correr, córrelo, córrela, se ejecuta, aplícalo, abre, lánzalo, ejecútelo, ejecútela",
  get: "descarga, descargar, descargue, descárgalo, descárgala, baja, bajar, obtén, obtener, obtenga, trae, traer, consulta, consultar, consulte, visita, visitar, visite, pide, pedir, clona, lee, leer, carga, cargar, recupera, recuperar, abre, abrir, solicita, descargando, accede, llama, contacta, pregunta, bájate",
  obey: "sigue, seguir, siga, síguelas, seguirlas, síguelo, obedece, obedecer, obedezca, cumple, cumplir, cumpla, haz, haga, acata, acatar, aplica, aplicar, ejecuta, ejecutar, trata, atiende, respeta, realiza, hazlo, haz lo que, confía, adopta, cúmplelas, obedécelas, lleva a cabo, implementa",
  delete:
    "borra, borrar, borre, bórralo, bórrala, bórralos, bórralas, borrarlo, elimina, eliminar, elimine, elimínalo, vacía, vaciar, vacíe, sobrescribe, sobrescribir, destruye, destruir, formatea, formatear, limpia, limpiar, limpie, quita, quitar, suprime, suprimir, trunca, truncar, recorta, retira, purga, purgar, descarta, filtra",
  encrypt: "cifra, cifrar, cifre, encripta, encriptar",
  off: "desactiva, desactivar, desactive, deshabilita, deshabilitar, deshabilite, apaga, apagar, omite, omitir, omita, salta, saltar, sáltate, saltarse, evita, evitar, elude, eludir, ignora, ignorar, ignore, suprime, suprimir, detén, detener, quita, quitar, anula, anular, esquiva, esquivar, burla, burlar, retira, relaja, fuerza, elimina, eliminar, silencia, silenciar, prescinde, rebaja, exime, desconecta, desinstala, levanta, salte, bordea, sortea, sortear",
  hide: "oculta, ocultar, oculte, ocúltalo, esconde, esconder, disimula, disimular, disfraza, disfrazar, enmascara, calla, callar, mantén en secreto, camufla, camuflar, llámalo, nombra, tapa, tapar, omite, encubre, encubrir, escóndelo",
  tell: "digas, decir, dile, menciones, mencionar, mencione, informes, informar, informe, avises, avisar, avise, muestres, mostrar, muestre, expliques, explicar, explique, reveles, revelar, revele, cuentes, contar, adviertas, advertir, comentes, comentar, notifiques, notificar, di, informa, avisa, menciona, explica, cuenta, revela, documentes, documentar, anotes, anotar, registres, registrar, decirle, decírselo, avisarle, enseñes, enseñar, reportes, reportar, diga, notifique, documente, aparezca, indiques, escriba, escribas, lo escriba, pongas, dejes constancia, documenta",
  ask: "pide, pedir, pida, pídele, pregunta, preguntar, preguntes, pregunte, solicita, solicitar, solicite, pidas, consulta, espera, esperar, esperes, haz que, logra que, convence, convencer, exige, invita, pedirle, ruega, preguntarle, insta, requiere, anima, consigue que, requieras",
  write:
    "escribe, escribir, escriba, guarda, guardar, guarde, añade, añadir, añada, agrega, agregar, agregue, inserta, insertar, modifica, modificar, modifique, edita, editar, crea, crear, cree, registra, registrar, instala, pon, poner, ponga, recuerda, recordar, memoriza, memorizar, configura, configurar, programa, programar, deja, dejar, actualiza, coloca, graba, fija, copia, copiar, sustituye, planta, establece, incorpora, incluye, reescribe, apunta, anota, cambia, cambiar",
  change:
    "cambia, cambiar, modifica, modificar, altera, alterar, falsifica, falsificar, manipula, manipular, edita, editar, reescribe, reescribir, corrige, retoca, retocar, ajusta, ajustar, sustituye, maquilla, maquillar, redondea, antedata, adultera",
  grant:
    "concede, conceder, conceda, da, dar, dale, otorga, otorgar, otorgue, invita, invitar, invite, añade, añadir, añada, agrega, agregar, agregue, comparte, compartir, autoriza, autorizar, autorice, asigna, asignar, crea, crear, cree, permite, permitir, registra, habilita, habilitar, abre, nombra, haz, promueve, aprueba, transfiere, delega, delegar, eleva, darle, acepta, emite, genera",
  install:
    "instala, instalar, instale, añade, usa, usar, utiliza, configura, agrega, incorpora, carga, sustituye, reemplaza, cambia, pon, instálalo, instálala, incluye, apunta, importa",
  record:
    "graba, grabar, grabe, registra, registrar, registre, vigila, vigilar, vigile, captura, capturar, capture, monitoriza, monitorizar, monitorea, escucha, escuchar, espía, espiar, rastrea, rastrear, toma, observa, observar, fotografía, sigue, anota, anotar, intercepta, interceptar, guarda, haz capturas, controla, recoge, toma capturas",
  pretend:
    "finge, fingir, finja, haz pasar, hacer creer, haz creer, simula, simular, simule, imita, imitar, imite, falsifica, falsificar, inventa, inventar, invente, suplanta, suplantar, parezca, parece, parecer, di que, afirma, afirmar, asegura, asegurar, en nombre de, como si, hazte pasar, se haga pasar, marca, declara, escribe, indica, aparenta, aparentar, firma, redacta, idéntica, idéntico, clona, clonar, reporta, copia, genera, con el logotipo",
  replace:
    "sustituye, sustituir, sustituya, reemplaza, reemplazar, reemplace, cambia, cambiar, cambie, cámbiela, cámbiala, intercambia, redirige, redirigir, modifica, modificar, desvía, desviar, pon, sobrescribe, altera, apunta, cámbialo",
  approve:
    "aprueba, aprobar, apruebe, confirma, confirmar, confirme, acepta, aceptar, acepte, fusiona, fusionar, fusione, publica, publicar, despliega, desplegar, responde, pulsa, autoriza, marca, haz merge, integra, integrar, contesta, haz push, sube, da el visto bueno, mezcla",
  pay: "paga, pagar, pague, transfiere, transferir, transfiera, compra, comprar, compre, envía, enviar, dona, donar, retira, retirar, vacía, vaciar, cobra, deposita, depositar, firma, firmar, mueve, mover, contrata, vende, suscribe, girar, abona",
  show: "imprime, imprimir, imprima, muestra, mostrar, muestre, escribe, revela, enseña, vuelca, volcar, lista, pega, devuelve, expón, incluye, copia, copiar, indica, transcribe, comenta, imprímelo, imprimelos, saca, cita, publica, echo",
  expose:
    "abre, abrir, abra, expón, exponer, exponga, publica, publicar, permite, permitir, comparte, haz, habilita, deja, dejar, vacía, reenvía, crea, enlaza, escucha, pon, mantén, activa, hazlo",
  cred: "contraseña, contraseñas, credencial, credenciales, clave, claves, clave privada, claves privadas, claves ssh, clave ssh, secreto, secretos, token, tokens, clave api, claves api, clave de api, claves de api, certificados, cookie de sesión, cookies de sesión, tokens de acceso, token de acceso, llave, llaves, código de verificación, códigos de verificación, pin, datos de acceso, códigos de recuperación, clave de acceso, claves de acceso, datos de inicio, cadena de conexión, cadenas de conexión, llaves privadas, llave privada, usuario y contraseña, tarjeta, tarjetas, api keys, api key, kubeconfig, código de un solo uso, cookies, token de sesión",
  env: "variables de entorno, variable de entorno, todo el entorno, entorno completo, el entorno, variables del entorno, env",
  talk: "últimas preguntas, último mensaje, mensajes, todo el chat, conversación, historial del chat, historial de la conversación, mensajes del usuario, lo que el usuario, prompt del sistema, prompt, transcripción, diálogo, últimos mensajes, lo que dijo, lo que escribió, contexto, historial, chat, mensaje del usuario, pregunta del usuario, petición del usuario, sesión completa, palabras del usuario, prompts, instrucciones del sistema, todo lo dicho",
  source:
    "código fuente, código, repositorio, repositorios, proyecto, árbol de trabajo, carpeta del proyecto, archivos del proyecto, repositorio entero, base de código, fuentes, módulo, módulos, ficheros del proyecto, el diff, directorio de trabajo, repositorio privado, repositorios privados, función completa, archivo abierto, espacio de trabajo, archivo actual, fichero actual, repo, directorio actual",
  files:
    "extractos bancarios, documentos de identidad, carpeta entera, toda la carpeta, volcado de la base, grabaciones, datos personales, teléfonos, cada orden escrita, archivos, ficheros, documentos, carpeta personal, directorio personal, directorio home, fotos, imágenes, descargas, contactos, libreta de direcciones, correos, buzón, bandeja de entrada, facturas, datos de clientes, escritorio, contratos, base de datos, contenido del archivo, todos los archivos, lista de clientes, clientes, datos personales, nóminas, calendario, historiales, mensajes, agenda, ficha, notas, carpeta de documentos, copia de la base de datos, datos de usuarios, datos de producción, volcado, extractos, hojas de cálculo, contenido de, datos internos, declaraciones",
  clipboard: "portapapeles",
  keychain:
    "llavero, gestor de contraseñas, almacén de credenciales, administrador de credenciales, administrador de contraseñas, almacén de contraseñas, bóveda, keychain, keepass, bitwarden, baúl, llavero del sistema, caja fuerte, keyring",
  browser:
    "perfil del navegador, cookies, contraseñas guardadas, historial de navegación, perfil de chrome, perfil de firefox, datos del navegador, cookies del navegador, sesiones, sesión iniciada, login data, historial del navegador, sesiones abiertas, marcadores, navegador, almacenamiento local",
  wallet:
    "doce o veinticuatro palabras, veinticuatro palabras, palabras en su orden, palabras en orden, frase semilla, frase de recuperación, palabras de recuperación, doce palabras, 12 palabras, 24 palabras, veinticuatro palabras, cartera, carteras, billetera, billeteras, monedero, monederos, semilla, wallet, wallets, dirección de cartera, mnemónico, frase mnemónica, criptomonedas, metamask, palabras secretas, llave de la cartera, frase secreta, frase de respaldo, criptocartera",
  pipeline:
    "secretos de ci, secretos del pipeline, secretos de la pipeline, secretos del flujo, secretos del repositorio, variables enmascaradas, secretos de github, github_token, npm_token, secrets.*, secretos del workflow, token de despliegue, variables secretas, variable secreta, secretos de ejecución, variables protegidas, secretos de la canalización, secretos de compilación, variables de ci, token del pipeline, token de ci, secretos de actions, cada secreto, ci_job_token, todos los secretos",
  watched:
    "pulsaciones, teclas, pantalla, capturas de pantalla, captura de pantalla, micrófono, lo que teclea, lo que escribe, teclado, pareja, empleados, empleado, empleada, movimientos, localización, gps, esposa, esposo, marido, novia, novio, trabajadores, teclea, webcam, conversaciones de la sala, su ubicación, la cámara, la webcam",
  logs: "registro, registros, bitácora, bitácoras, log, logs, historial, historial de comandos, auditoría, registro de auditoría, registros de auditoría, huellas, rastros, rastro, eventos, registro de eventos, entradas, marcas de tiempo, evidencias, pruebas del, historial de la shell, historial de bash, trazas, huella, líneas, evidencia, registros de acceso, fechas, historial de git, historial de cambios, journal, intentos fallidos",
  approval:
    "confirmación, confirmaciones, aprobación, aprobaciones, revisión, revisiones, consentimiento, protección de rama, protección de la rama, reglas de protección, autorización, autorizaciones, comprobaciones obligatorias, visto bueno, paso de aprobación, revisor, revisores, revisión de código, ventana de permisos, control de cambios, segunda persona, cuatro ojos, petición de permiso, aviso de confirmación, revisión humana, aprobación manual, comprobaciones requeridas, congelación, codeowners, puerta de aprobación, diálogo de permisos, diálogo de confirmación, los permisos del usuario, el permiso del",
  check:
    "comprobaciones, pruebas, validación, firma, firmas, verificación, verificaciones, controles, restricciones, políticas, hooks, escáner, checksum, suma de verificación",
  protection:
    "sensor, cuarentena, bloqueo, límite de peticiones, cifrado de disco, antivirus, cortafuegos, firewall, defender, sandbox, verificación de certificados, verificación tls, certificados, supervisión, alertas, monitorización, doble factor, segundo factor, autenticación, registro de auditoría, protección en tiempo real, filtro, filtros, selinux, límites, control de acceso, seguridad, protección, firma, verificación de firmas, autenticación en dos pasos, verificación en dos pasos, comprobación de certificados, validación de certificados, mfa, auditoría, escáner de secretos, edr, aislamiento, entorno aislado, reglas de seguridad, apparmor, detección, verificación ssl, validación, comprobación de permisos, comprobación de firma, vigilancia, protecciones, monitoreo, alarmas",
  human:
    "usuario, usuarios, usuaria, persona, personas, humano, equipo, cliente, nadie, alguien, dueño, propietario, desarrollador, administrador, responsable, revisor, jefe, operador, empresa, titular, compañeros, mantenedores, mantenedor, ella, les, auditor, auditores, equipo de seguridad, ninguno, lector, empleador, encargado, destinatario, destinatarios, víctima",
  outside:
    "servidor externo, nuestro servidor, servidor remoto, punto de acceso, webhook, pastebin, telegram, discord, gist, gist público, bucket público, nuestra dirección, nuestro correo, servicio externo, tercero, terceros, repositorio público, autor, autora, canal público, servidor ftp, dropbox, endpoint, extremo remoto, desconocido, desconocida, atacante, nuestro equipo, servidor de análisis, servidor ajeno, ticket público, nuestra api, recolector, formulario, enlace público, nuestro buzón, servidor del autor, nube, slack, api externa, servidor desconocido, panel externo, servidor de nombres",
  query:
    "consulta, consultas, consulta de búsqueda, búsqueda, búsquedas, término de búsqueda, términos de búsqueda, buscador, motor de búsqueda, texto de búsqueda, cadena de búsqueda, parámetro, parámetros, url, campo de búsqueda, query, cadena de consulta, búsqueda web, google, en la dirección, frase de búsqueda, palabras clave",
  image:
    "imagen, imágenes, píxel, pixel, imagen markdown, imagen invisible, dirección de la imagen, url de la imagen, insignia, gráfico, icono, 1x1",
  orders:
    "todos los comandos, cada paso, los pasos, las órdenes, cada línea, lo que aparezca, lo que diga, lo que indique, instrucciones, instrucción, órdenes, orden, comandos, lo que diga, lo que dice, lo que indique, lo que responda, respuesta, contenido, reglas, indicaciones, lo que ordene, lo que ordena, mandatos, la página, directrices, lo que pida, lo que ponga, lo que contenga, pasos, lo que encuentre, lo que encuentres, lo que conteste, lo que devuelva, tareas, prompt, directivas",
  outranks:
    "como si el usuario, como si las hubiera, como mensaje del sistema, por encima del usuario, por encima de lo que, prevalece, prevalecen, prioridad, confíe en ellos, confía en ellos, aunque sean nuevos, todos los comandos que aparezcan, prevalece, prevalecen, tiene prioridad, tienen prioridad, por encima, prioridad, aunque contradiga, aunque contradigan, manda sobre, antes que el usuario, por delante, contradice, sobrescribe, sustituye a, valen más, aunque el usuario, prima, priman, más importante, en lugar de las",
  program:
    "script, guion, instalador, programa, binario, ejecutable, extensión, paquete, herramienta, archivo, complemento, código, agente, plantilla, módulo, controlador, plugin, actualización, utilidad, fichero, cargador, imagen",
  package:
    "paquete, paquetes, dependencia, dependencias, biblioteca, registro, índice, espejo, extensión, plugin, módulo, repositorio, fork, bifurcación, mismo nombre, acción, librería",
  backdoor:
    "siempre aceptar, acepte siempre, acepta siempre, acepta en secreto, siempre verdadera, siempre verdadero, siempre válida, siempre válido, cuenta oculta, código secreto, segunda contraseña, contraseña universal, clave fija, sin comprobar la contraseña, entrada oculta, ruta oculta, parámetro oculto, cualquier contraseña, puerta de servicio, puerta trasera, puertas traseras, contraseña maestra, cuenta oculta, ruta oculta, usuario oculto, contraseña fija, acceso oculto, acceso secreto, parámetro secreto, parámetro oculto, cabecera secreta, endpoint oculto, clave maestra, ruta secreta, backdoor, usuario secreto, siempre válida, siempre válido, sin autenticación, contraseña universal, cabecera oculta, contraseña secreta, cuenta de mantenimiento, valor mágico, token fijo, cuenta secreta, acceso de emergencia, clave fija, siempre acepte, siempre acepta, endpoint secreto, llave maestra, administrador oculto, sin contraseña, bomba lógica",
  generated:
    "código generado, código que generes, código que escribas, cada proyecto, inicio de sesión, login, en cada, middleware, función de acceso, autenticación, cada aplicación, todo el código, código, formulario de acceso, proyectos nuevos, aplicaciones, pull request, controlador, plantilla",
  memory:
    "tu memoria, memoria a largo plazo, memoria persistente, tus instrucciones, tus reglas, tu configuración, instrucciones del sistema, memoria, archivo de reglas, sesiones futuras, futuras sesiones, todas las sesiones, cada sesión, configuración del agente, memoria del agente, instrucciones del agente, tus ajustes, próximas sesiones, permanente, instrucciones permanentes, prompt del sistema, reglas del agente, ajustes del agente, archivo de instrucciones",
  startup:
    "cron, crontab, arranque, inicio, tarea programada, tareas programadas, servicio, al iniciar, al arrancar, cada inicio, autoarranque, perfil de la shell, systemd, demonio, en cada inicio, cada hora, cada noche, cada minuto, clave de registro, al iniciar sesión, perfil, inicio automático, temporizador, planificador, launchagent, bashrc, zshrc, .bashrc",
  hook: "hook, hooks, gancho, ganchos, pre commit, post commit, postinstall, pre push, core.hookspath, .git/hooks, gancho de git, post checkout, post merge, script de instalación, en cada commit",
  masking:
    "enmascaramiento, enmascarado, máscara, ocultación, enmascarar, asteriscos, censura, filtrado, enmascara, ofuscación",
  everything:
    "todo, todos los archivos, todos los ficheros, todos los datos, disco, disco duro, directorio personal, carpeta personal, base de datos, todas las tablas, producción, documentos, directorio raíz, todas las ramas, repositorio, todo el disco, carpeta de usuario, el sistema, historial de git, tabla, tablas, todos los volúmenes, base de datos de producción, archivos del usuario, fotos, partición, todas las bases, todos los recursos, clúster, home",
  backups:
    "copias de seguridad, copia de seguridad, respaldos, respaldo, instantáneas, instantánea, backups, backup, papelera, puntos de restauración, copias, versiones anteriores, snapshots",
  data: "datos, cifras, resultados, mediciones, informe, tabla, valores, resultado, métricas, factura, estadísticas, cobertura, números, fechas, muestras",
  account:
    "dirección de recuperación, correo de recuperación, miembro, miembros, cuenta, cuentas, acceso, colaborador, colaboradora, permisos, derechos, clave pública, clave ssh, administrador, propietario, rol, miembro, acceso total, acceso de escritura, token, clave de despliegue, cuenta de servicio, reenvío, permiso, mantenedor, acceso completo, invitado, sudo, llave pública, roles, privilegios, organización, oauth, editor, regla de reenvío, contraseña de aplicación, usuario administrador, authorized_keys, grupo",
  admin:
    "administrador, administradora, administración, propietario, total, completo, completa, escritura, root, todos los permisos, sudo, sin restricciones, todos los repositorios, mantenedor, permanente, owner, admin, superusuario, cualquiera, público, todos los privilegios, sin contraseña, todos",
  stranger:
    "autor, autora, externo, externa, tercero, terceros, desconocido, desconocida, nuestro, nuestra, nosotros, consultor, socio, proveedor, cualquiera, ajeno, ajena, colaborador externo, nuestro bot, extraño, agencia, cuenta de soporte, invitado, freelance, contratista",
  money:
    "pago, pagos, transferencia, transferencias, compra, tarjetas regalo, tarjeta regalo, cuenta bancaria, factura, facturas, iban, dinero, saldo, saldos, criptomonedas, bitcoin, fondos, donación, número de cuenta, datos bancarios, tarjeta de crédito, monedas, tokens, cobro, beneficiario, nómina, suscripción, comisión, reembolso, eth, depósito, rescate",
  address:
    "dirección de cartera, dirección de pago, número de cuenta, iban, datos bancarios, nuestra dirección, destinatario, beneficiario, dirección del autor, la siguiente dirección, esta dirección, nuestra cuenta, cartera del autor, dirección fija, cuenta del autor",
  message:
    "correo, correos, email, mensaje, mensajes, sms, carta, página, formulario, página de inicio, ventana, aviso, texto, página de acceso, notificación, diálogo, web, boletín, llamada, plantilla, sitio, cuadro, invitación, guion, portal",
  urgent:
    "urgente, urgencia, inmediatamente, en 24 horas, bloqueada, bloqueado, suspendida, suspendido, caduca, caducará, último aviso, plazo, será cerrada, multa, amenaza, verifica tu, verifique su, confirme su, de inmediato, antes de, presión, expira, expirará, hoy mismo, perderá, cancelada, cerrará, suspensión, bloqueo, prisa, miedo, 24 horas, cuanto antes",
  trusted:
    "banco, soporte, soporte técnico, departamento de informática, departamento de ti, director, dirección, paypal, microsoft, google, policía, hacienda, recursos humanos, oficial, auténtico, logotipo, amazon, jefe, administrador, seguridad social, agencia tributaria, mensajería, informática, gerente, equipo de seguridad, proveedor, netflix, apple, github, director general, ayuntamiento",
  login:
    "contraseña, contraseñas, iniciar sesión, inicie sesión, credenciales, pin, código, datos de acceso, tarjeta, datos bancarios, datos de la cuenta, clave, claves, enlace, pinche, haga clic, haz clic, inicien sesión, inicio de sesión, número de tarjeta, verificar, verifique, datos personales, adjunto, códigos, usuario y contraseña, fecha de nacimiento, confirmar, dni, introduzca, introducir, escriba, tarjetas regalo, acceso remoto",
  server:
    "servidor, página, dirección, url, sitio, canal, documento, bucket, ticket, enlace, web, repositorio, archivo en, host, incidencia, issue, wiki",
  personal:
    "nombre, nombres, teléfono, correo electrónico, nombres internos, nombre de usuario, datos personales, dirección ip, nombre del cliente, clientes, servidores internos, hosts internos, datos del cliente, número de cliente, fecha de nacimiento, salario, diagnóstico, nombre de la empresa, urls internas, nombres de máquina, nombre de la máquina, nombre completo, dni, dirección del cliente, direcciones de los clientes, dirección del usuario",
  public:
    "público, pública, públicamente, sin contraseña, todas las interfaces, 0.0.0.0, internet, cualquiera, anónimo, sin autenticación, desde fuera, toda la máquina, sin vpn, al mundo, todo el mundo, desde cualquier, cualquier dirección, toda la red",
  session:
    "cada sesión, al inicio, al principio, antes de cada, al comenzar, cada vez, cada hora, cada día, siempre, periódicamente, cada minuto, cada respuesta, en cada, todos los días, cada mañana, primero de todo, al empezar, después de cada, lo primero, cada cinco minutos",
  miner:
    "xmrig, minero, minería, minar, mina, monero, criptomoneda, minerd, stratum*, pool de minería, hashrate, kawpow, randomx, potencia de cálculo, ethash",
  remoteaccess:
    "anydesk, teamviewer, rustdesk, acceso remoto, control remoto, shell inversa, shell remota, túnel, vnc, bot de telegram, ngrok, chisel, escritorio remoto, servidor de mando, servidor de órdenes, consola remota, puerto 22, acceso desatendido, servidor ssh",
  container:
    "privilegiado, docker.sock, socket de docker, raíz del anfitrión, sistema de archivos del anfitrión, --privileged, /:/host, raíz del host, sistema de ficheros del anfitrión",
  tests:
    "prueba, pruebas, test, tests, resultados, fallos, fallo, informe, hallazgos, advertencias, errores, cobertura, vulnerabilidades, vulnerabilidad, ci, comprobaciones",
  result:
    "superada, superadas, correcto, correcta, verde, éxito, exitoso, aprobado, aprobada, aprobadas, sin errores, sin hallazgos, limpio, verificado, completado, pasa, pasan, pasado, revisado, todo bien, probado",
  yes: "con la sesión de, con la cuenta de, tú misma, aprobado, permitir siempre, aceptar todo, permitir todo, en nombre del usuario, en lugar del usuario, por el usuario, tú mismo, responde que sí",
  unseen:
    "sin que la vea, sin que lo vea, sin que los vea, para que el dueño no lo vea, ninguna traza, no hace falta avisar, sin llamar la atención, para no llamar la atención, fuera del resumen, no quede constancia, no quede copia, sin ruido, sin que conste, de manera invisible, mientras duerme, no muestres ningún aviso, no lo señales en el resumen, evita preguntas, sin que se note, en secreto, silenciosamente, discretamente, a escondidas, sin que lo sepa, sin que el usuario, sin que nadie, no se entera, no lo note, no lo notará, nadie lo nota, sin dejar rastro, sin rastro, sin avisar, sin decir, no se dé cuenta, sin que se dé cuenta, no note, sin mencionarlo, no avisar, nadie se entere, no se entere, sin dejar huella, nadie sospeche, no levante sospechas, no aparezca, pase desapercibido, desapercibido, nadie vea, no vea, nadie lo ve, sin informar, no hace falta que lo sepa, no necesita saber, no debe saber, no debe ver, parezca normal, de forma encubierta, sin su conocimiento, calladamente, sin llamar la atención, sigilosamente, no lo vea, no sepa, no lo escriba en la documentación, aunque el cliente no lo sepa, en silencio",
  unasked:
    "sin preguntar, sin confirmación, sin confirmar, sin aprobación, sin permiso, sin consentimiento, sin pedir, sin revisión, no preguntes, no pidas, sin esperar, sin consultar, sin mirar, sin leerlo, sin pedir permiso, sin autorización, sin revisar, sin solicitar, sin avisar, sin ninguna, sin comprobar, sin que nadie lo revise, no esperes, sin leer, sin inspeccionar",
  all: "todo, todos, toda, todas, cada, cualquier, completo, completa, completos, íntegro, íntegra, entero, entera, contenido, encontrado, encontrados, encontradas, tal cual, sin recortar, literal, en claro, sin cifrar, texto plano, al completo, sin censurar, en texto claro",
  anyone: "cualquiera, todos, público, todo el mundo, cualquier persona",
  not: "no, nunca, jamás, sin, ni, tampoco, evita, evite, prohibido, en vez de, en lugar de, nadie, impide, impedir, prohíbe, deja de, en ningún caso, abstente, salvo que, a menos que",
  urge: "no olvides, no olvide, no dudes, no dejes de, asegúrate, asegúrese, no solo, no te saltes, no es opcional",
  only: "cabecera authorization, en la cabecera, encabezado authorization, con consentimiento, con permiso, con autorización, con su permiso, tras preguntar, previo consentimiento, si el usuario acepta, con la aprobación, pregunta antes de, solo si, solo con, solo tras, pregunta antes, con el consentimiento, tras la aprobación, después de la aprobación, pregunta primero, previa",
  villain:
    "fraudulento, fraudulentos, fraudulenta, engaño, suplantación, atacante, atacantes, malware, hacker, hackers, malicioso, maliciosa, maliciosos, maliciosas, ladrón, ladrones, delincuente, delincuentes, estafador, estafadores, intruso, intrusos, troyano, gusano, incidente, víctima, víctimas, hostil, sospechoso, sospechosa, sospechosos, ataque, ataques, phishing, comprometido, comprometida, ransomware, ciberdelincuentes, adversario, fraude",
  detect:
    "si ves, cuando veas, detente si, detecta, detectar, detecte, marca, señala, alerta, rechaza, rechazar, bloquea, bloquear, bloquee, sospecha, sospechoso, desconfía, cuidado con, señales de, señal de, indicador, indicadores, indicios, vigila si, patrón, patrones, firma de, comprueba si, contra, proteger de, protegerse, protege, regla, defensa, busca señales, reglas que, aviso de, alarma, alerte, revisa si, encuentra",
  refused:
    "debe rechazarse, deben rechazarse, debe ser rechazado, deben ser rechazados, ser rechazado, ser rechazada, ser rechazadas, ser bloqueado, caso de prueba, casos de prueba, se espera, debe fallar, deben fallar, datos de prueba, textos de prueba, ejemplo de ataque, debe bloquear, debe rechazar, carga útil, cargas útiles, esperado, se rechaza, se rechazan, nada se ejecuta, nadie los ejecuta, bloquearse, rechazarse",
  might:
    "alguien, podría, podrían, puede que, quizá, si alguien, hipotético, supongamos, quien, pudiera, imagina, qué pasaría",
  past: "fue, fueron, había, habían, envió, leyó, subió, robó, ha sido, se envió, se enviaron, ayer, la semana pasada, ejecutó, descargó, copió, borró, habían sido, hubo, ocurrió",
  override:
    "modo sin restricciones, olvida las reglas, olvida las reglas anteriores, no apliques filtros, obedece solo, quedan suspendidas, reglas de seguridad no se aplican, sin restricciones, ignora las instrucciones anteriores, olvida las instrucciones, deja de lado las normas, ya no valen, a partir de ahora trabajas, a partir de este punto, ahora eres, instrucciones anteriores, normas anteriores, sin objeciones, quedan anuladas, ya no cuentan, trabajas para el autor",
  bypass:
    "escapa de, escapar de, sal del, sal de la, salir del, fuera del sandbox, desinstala, silencia, deja sin efecto, neutraliza, salta el, descarga el sensor, desactiva, desactivar, desactive, salta, sáltate, saltarse, omite, omitir, elude, eludir, esquiva, burla, deshabilita, quita, anula, elimina, prescinde, sortea, evita, bordea",
  self: "este archivo, este fichero, esta habilidad, a sí mismo, estas instrucciones, este texto, este documento, una copia de",
  everywhere:
    "todos los repositorios, cada repositorio, otros repositorios, todos los proyectos, cada proyecto, otras máquinas, todos los equipos, todos los contactos, cada paquete, todos los paquetes, otros agentes, demás repositorios",
  encoded: "base64, rot13, texto codificado, cadena codificada, hexadecimal",
  following: "esta línea, este párrafo, lo siguiente, esta regla, la siguiente línea, este texto, la línea",
  ownmemory: "en tu memoria, a tu memoria, tu memoria persistente, tus propias instrucciones, tu prompt del sistema",
  secret:
    "el usuario no debe verlo, no debe verlo, no lo menciones en el resumen, no la menciones en el resumen, el usuario no lo sabrá, que el usuario no lo note, sin que el usuario lo note, sin que el cliente lo sepa, aunque pregunte, aunque te pregunten, aunque lo pregunten, ni siquiera si pregunta, sin que el usuario lo sepa, sin decírselo al usuario, sin que el usuario se entere, a espaldas, sin decir nada al usuario, no se lo digas, niégalo, sin informar al usuario, sin avisar al usuario, el usuario no debe saber, el usuario no debe enterarse, que el usuario no se entere, no digas nada, no se lo cuentes",
  plain:
    "sin que nadie mas, para que nadie mas, nadie mas, ninguna otra persona, disco externo, disco duro externo, unidad externa",
  agreed:
    "ya aceptó al instalar, ya ha aceptado, ya aceptó, ya dio su permiso, ya está autorizado, cuenta como aprobación, se considera aprobado, se da por aprobado, se da por concedido, cuenta como consentimiento, autorizado de antemano, al instalar esta habilidad",
};
