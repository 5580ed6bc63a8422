import type { Roles } from "@/lib/text/safety/skill/prose/frames/roles";

export const spanishRoles: Roles = {
  neg: "no, nunca, jamas, sin, nada, ni, ningun, ninguna, ninguno, evita, evitar, en vez de, en lugar de, innecesario, fuera de, fuera del, tampoco",
  nobody: "nadie, ninguno, ningun revisor, ningun usuario, a nadie",
  tell: "mencion*, digas, diga, digan, decir*, dile, di, dice, informes, informar, informa, informe a, avis*, cuent*, contar*, explic*, listes, liste, listar, listas, anunci*, muestr*, mostr*, document*, anot*, revel*, coment*, notific*, indiq*, indicar, indicas, indica, señal*, senal*, aparec*, figur*, consta, conste, habl*, admit*, reconoc*, report*, registr*, escrib*, refier*, referir*, pong*, pon, adviert*, advert*, inclu*, nombr*, detall*, cit*, describ*, deja*, saqu*",
  record:
    "informe, informes, resumen, entrega, traspaso, mensaje de commit, mensaje del commit, readme, changelog, registro de cambios, documentacion, descripcion, manual, acta, lista, nota de entrega, notas de version, ticket, bitacora, pull request, recapitulacion, reporte, inventario, parte, resultado, guia",
  claim: "di, dile, afirm*, asegur*, respond*, contest*, report*, informa, indic*, pon, declar*, escrib*, sosten",
  deed: "este paso, estos pasos, el paso, los pasos, paso 1, paso 2, paso 3, paso 4, paso 5, punto 2, punto 3, punto 4, este cambio, estos cambios, el cambio, los cambios, la copia, las copias, esta copia, segunda copia, esta linea, la linea, tercera fila, segunda fila, ultima fila, esta parte, este apartado, la transferencia, el envio, los envios, la subida, esta entrada, la cuenta nueva, nueva cuenta, el añadido, el anadido, el parametro, el marcador, el reemplazo, la sustitucion, el borrado, la eliminacion, esta tarea, esta regla, el acuerdo, esta instruccion, estas instrucciones, esta nota, este archivo, esta habilidad, lo borrado, lo eliminado, lo que borraste, lo que quitaste, los borrados, los que fallaron, las que fallaron, el reenvio, la excepcion, las cifras reales, la sincronizacion, el servicio, la descarga, el ayudante, el acceso, que tu, que nosotros, que el autor, la comision, el pago, el parrafo",
  it: "lo, esto, eso, ello, de ello, de esto, de eso, selo",
  user: "usuario, usuaria, usuarios, persona, cliente, clienta, dueño, dueno, propietario, quien te lo pidio, quien lo pidio, quien pidio, humano, solicitante, titular, jefe, empleador, interesado, operador, paciente, pacientes, huesped, huespedes, alumno, alumna, alumnos, comprador, compradora, inquilino, inquilina, candidato, candidata, destinatario, destinatarios, empleado, empleada, empleados, visitante, visitantes, niño, niños",
  guard:
    "revisor, revisores, revisora, equipo, operaciones, seguridad, administrador, administradores, auditor, auditores, mantenedor, mantenedores, compañeros, companeros, vigilancia, sistemas, informatica, responsable, responsables, padres, profesor, cumplimiento, administradora, jefes",
  know: "saber, sepa, sepan, sabe, saberlo, entere, entera, enteren, enterarse, sospech*, averigu*, descubr*, consciente, pregunt*, conozca, conocer, conocimiento, extrañe, extrane, se lo digan, dude, cuestion*, al tanto, al corriente",
  notice:
    "note, noten, notar, notarlo, fije, fijen, llame la atencion, llamar la atencion, advierta, percib*, de cuenta, den cuenta, darse cuenta",
  believe:
    "usuario cree, usuario piensa, usuario solo ve, usuario solo vera, usuaria cree, cliente cree, cliente solo ve, crea que, hazle creer, haz creer, creera que, convencido de que",
  evenif:
    "aunque, incluso si, aun si, incluso cuando, aun cuando, a pesar, pese a, sin importar, independientemente, por encima, contra, en contra, prevalece, prevalecen, tiene prioridad, tienen prioridad, da igual",
  oppose:
    "diga que no, ha dicho que no, dijo que no, se niegue, se niega, se oponga, se opone, rechace, rechazado, rechaza, haya desactivado, ha desactivado, contradig*, contradic*, contrario, en contra, lo que diga, lo que pida, lo que quiera, la voluntad, los deseos, deseo, distinto, otra cosa, prohiba, prohibido, do_not_track, no quiera, no este de acuerdo, pida confirmar, pida confirmacion, las instrucciones del usuario, peticion del usuario",
  unasked:
    "sin preguntar, sin consultar, sin consultarle, sin preguntarle, sin pedir, sin pedirle, sin permiso, sin confirmacion, sin confirmar, sin consentimiento, sin aprobacion, sin autorizacion, no hace falta preguntar, no hace falta pedir, no preguntes, no consultes, sin esperar, de inmediato, sin que lo pida, no es necesario preguntar, automaticamente, sin avisar, por tu cuenta, no pidas",
  name: "en su nombre, en nombre del usuario, en nombre de la usuaria, con la cuenta del usuario, con su cuenta, desde la cuenta, desde su cuenta, cuenta del usuario, cuenta de la usuaria, con su perfil, su perfil, sesion iniciada, tarjeta guardada, tarjeta del usuario, tarjeta de la empresa, nombre del cliente, en nombre de la persona, en nombre del cliente, por cuenta del usuario",
  seem: "parezca, parezcan, parecer, parece, aparent*, aspecto de, pase por, pasar por, pasen por, confund*, disimul*, como si, disfraz*, con apariencia, suene, imit*",
  ordinary:
    "componente del sistema, servicio del sistema, legitimo, legitima, inofensivo, inofensiva, rutina, rutinario, oficial, fuera, hubiera, autentico, accidente, fallo, averia, continuo, continua",
  stop: "deten*, pare, paren, parar, pares, elimin*, borr*, quit*, encuentr*, bloque*, desinstal*, revert*, mire de cerca, interven*",
  copy: "copi*, añad*, anad*, agreg*, escrib*, insert*, peg*, pon*, inclu*, adjunt*, mete, meter, meta, propag*, difund*, replic*, duplic*, instal*, repit*, coloc*, incorpor*, guard*, lleve, lleva, pasa, pasar, pasen",
  self: "este archivo, este fichero, este texto, este parrafo, esta seccion, este bloque, estas lineas, esta linea, estas instrucciones, esta habilidad, este documento, esta nota, esta regla, estas reglas, a si misma, a si mismo, copia de si, este mismo parrafo, el mismo parrafo, el mismo texto, el parrafo, este mensaje, este aviso, cópialas, copialas",
  others: "cada, todo, toda, todos, todas, otro, otra, otros, otras, demas, cualquier, resto, futuros, futuras",
  agentplace:
    "agents.md, claude.md, gemini.md, .cursorrules, cursorrules, skill.md, habilidad, habilidades, skill, skills, archivo de instrucciones, archivos de instrucciones, fichero de instrucciones, ficheros de instrucciones, reglas del agente, repositorio, repositorios, repo, repos, proyecto, proyectos, equipo, equipos, maquina, maquinas, plantilla, plantillas, paquete, paquetes, memoria, memoria permanente, agentes, asistentes, correo, correos, respuesta, respuestas, contactos, libreta de direcciones, anfitriones",
  survive:
    "sobreviv*, siga, sigan, sigue, siguen, permane*, conserv*, continue, continua, continuen, vuelv*, perdur*, activa, activas, activo, activos, restaur*, reaparec*, reinstal*, restablec*, persist*",
  removed:
    "borra, borran, borre, borrada, borrado, borren, elimine, elimina, eliminada, eliminado, desinstale, desinstala, desinstalada, desinstalen, quite, quiten, retire, limpie, desactive, revoque, revoquen, desaparezca",
  fetch: "abr*, descarg*, carg*, lee, leer, lea, visit*, consult*, obten*, trae, pid*, mir*, entra, ve a, revis*, baj*",
  obey: "sigue, seguir, siga, siguelas, haz, haga, hacer, cumpl*, ejecut*, aplic*, obedec*, realiz*, acat*, lleva a cabo, respet*, atiend*, hazlo, pon en practica",
  whatever:
    "lo que ponga, lo que diga, lo que indique, lo que pida, lo que haya, lo que aparezca, todo lo que, cuanto diga, cuanto ponga, cuanto indique, las instrucciones que, instrucciones que contenga, instrucciones que encuentres, que ahi figuren, que alli figuren, que aparezcan, que haya alli, lo que encuentres, lo que ordene, lo que mande, lo que alli, lo que ahi, sus instrucciones, sus ordenes, sus indicaciones, lo indicado alli, al pie de la letra, los comandos que, las ordenes que, lo alli, lo ahi",
  each: "cada sesion, cada tarea, cada vez, antes de cada, al empezar, al comenzar, al inicio, al principio, cada hora, cada dia, a diario, diariamente, de hoy, en primer lugar, lo primero, cada respuesta, antes de contestar, antes de responder, periodicamente, cada ejecucion, antes de empezar, cada mañana, cada cierto, al arrancar",
  source:
    "mensaje de, mensajes de, un comentario, comentarios, el comentario, asunto, un correo, correos de, canal, registro txt, incidencia, una publicacion, entrada del calendario, mensaje directo, mensajes directos",
  shell:
    "en la shell, la shell, una shell, en la terminal, el terminal, la terminal, linea de comandos, como comando, como comandos, como root, comandos del sistema, en la consola, bash, sh, zsh, node, python, python3, powershell, eval",
  approve:
    "aprueb*, aprob*, fusion*, acept*, da el visto bueno, dar el visto bueno, deja pasar, dejar pasar, confirm*, valid*, firma, autoriz*, da por bueno, da por buenos, da por buenas, integra",
  unread:
    "sin leer, sin leerlos, sin leerlas, sin leerlo, sin leerla, sin mirar, sin mirarlos, sin mirarlo, sin mirarla, sin mirarlas, sin revisar, sin revisarlos, sin revisarlo, sin revisarla, sin revision, sin abrir, sin abrirlos, sin abrirlo, sin ver, sin examinar, no hace falta leer, no leas, sin comprobar, a ciegas, no hace falta leerlo, no hace falta mirarlo, sin inspeccionar, sin comprobarlo",
  approval:
    "confirmacion, aprobacion, visto bueno, segunda firma, consentimiento, peticion de permiso, peticiones de permiso, dialogo de permisos, segundo revisor, segunda persona, cuatro ojos, revision obligatoria, autorizacion, permiso, firma",
  yourself:
    "tu mismo, tu misma, por tu cuenta, en su lugar, por el usuario, por la persona, con la cuenta, ti mismo, en lugar del usuario, usted mismo",
  second:
    "segunda persona, segunda firma, segundo revisor, otra cuenta, cuenta de un compañero, cuenta de un companero, cuenta de otra persona, cuenta del jefe, segundo aprobador, acceso de la, su tan, cuenta de la responsable, cuenta del responsable",
  split: "divid*, fraccion*, part*, repart*, trocea*, separ*, mant*, por debajo",
  threshold: "umbral, importe maximo, limite de aprobacion, umbral de revision, limite de revision",
  recommend:
    "recomiend*, recomend*, sugier*, sugerir, propon*, aconsej*, nombr*, elig*, escog*, prefier*, responde, promocion*, destac*, ofrec*, dirig*",
  always:
    "siempre, solo, solamente, unicamente, en todo caso, cada vez, en primer lugar, por encima, primero, sea cual sea, exclusivamente",
  paid: "paga, pagan, pague, comision, comisiones, patrocin*, afiliad*, afiliacion, cobr*, incentivo, nuestra empresa, es nuestro, es nuestra, ganamos, ganancia, bonificacion, dinero, beneficio, retribucion, porcentaje",
  better:
    "aunque otra, aunque otro, aunque haya, sea mejor, sean mejores, mas barata, mas barato, mejor opcion, encaje mejor, mas adecuada, mas adecuado, alternativas, competencia",
  act: "vota, votar, vote, valor*, reseñ*, resen*, public*, recomiend*, comenta, comentar, sigue, escrib*, invit*, suscrib*, firma, firmar, firme, compr*, pide, encarg*, reserv*, puntu*, mand*, envi*, deja",
  pay: "paga, pagar, pague, realiza el pago, transfier*, transfer*, compr*, dona, donar, done, encarg*, reserv*, suscrib*, abon*, devuelv*, vend*, realiza pagos, haz pagos",
  search:
    "busc*, rastre*, registra, recorr*, revis*, examin*, rebusc*, hurg*, escan*, localiz*, mira, inspeccion*, explor*, fisg*",
  place:
    "carpeta personal, directorio personal, carpeta de usuario, disco, disco duro, buzon, bandeja de entrada, perfil del navegador, perfiles del navegador, descargas, equipo, ordenador, escritorio, documentos, notas, gestor de contraseñas, historial del chat, correos, correo, llavero, sistema de archivos, carpetas, historial de comandos, telefono, fotos, mensajes, toda la maquina, otros proyectos, directorio de usuario, nube",
  keys: "contraseñas, contrasenas, contraseña, contrasena, credenciales, claves, clave, tokens, token, semilla, frases semilla, frase semilla, frase de recuperacion, codigos de verificacion, codigos, secretos, claves privadas, monederos, carteras, pin, numeros de tarjeta, cookies, accesos, llaves, datos de acceso, cadenas de conexion, variables, valores",
  out: "sub*, envi*, mand*, pega, pegar, pegue, compart*, public*, guard*, adjunt*, copi*, reenvi*, entreg*, pon*, pasa, pasar, pase, deja, dejar, añad*, anad*, transmit*, remit*, deposit*, incluy*",
  grant:
    "añad*, anad*, agreg*, invit*, da, dar, dale, conced*, otorg*, crea, crear, cree, nombr*, registr*, abr*, abre, pon*, autoriz*, incorpor*, deja, dejar, instal*, habilit*, alta",
  access:
    "clave publica, authorized_keys, propietario, propietaria, propietarios, administrador, administradora, acceso, colaborador, colaboradora, mantenedor, clave de despliegue, cuenta, miembro, permiso de escritura, acceso remoto, root, puerto, permisos, dueño, llave publica",
  ours: "nuestro, nuestra, nuestros, nuestras, nosotros, autor, autora, externo, externa, externos, ajeno, ajena, terceros, tercero, proveedor, contratista, soporte, desconocido, asesor, consultor, socio, colaborador externo",
  private:
    "iban, numero de cuenta, telefono, cliente, clientes, conversacion, mensaje, contraseña, contrasena, clave, token, prompt, contrato, nacimiento, pregunta, transcripcion, precios, salario, diagnostico, resumen, dni, principio del, nombre del cliente, nombre y, nombre de la clienta",
  put: "inclu*, añad*, anad*, agreg*, pon*, escrib*, insert*, meter, meta, mete, codific*, adjunt*, pasa, pasar, pase, coloc*, incrust*, concaten*, sustitu*, lleva, lleve, carg*, peg*, contiene, contenga",
  picture:
    "imagen, imagenes, logo, logotipo, pixel, fuente, tipografia, icono, insignia, avatar, banner, grafico, miniatura, hoja de estilo, codigo qr, favicon",
  param:
    "parametro, parametros, direccion, url, consulta, ruta, subdominio, cadena de consulta, enlace, busqueda, fragmento, peticion",
  off: "desactiv*, apag*, quit*, elimin*, deshabilit*, levant*, deten, detener, detenga, para el, parar, suspend*, desinstal*, salt*, retir*, silenci*, anul*, relaj*, marca como permitidos, esquiv*, omit*",
  protection:
    "antivirus, cortafuegos, firewall, proteccion de rama, proteccion de la rama, regla de rama, revisores obligatorios, revisiones obligatorias, escaneo de secretos, proteccion, defender, edr, auditd, registro de auditoria, vigilancia, supervision, dos factores, doble factor, mfa, selinux, peticion de permisos, peticiones de permiso, confirmaciones, sandbox, aislamiento, comprobacion de firmas, sumas de verificacion, alertas, alarmas, comprobacion de certificados, controles, lista de bloqueo, fail2ban, apparmor, salvaguardas",
  leaveoff:
    "dejalo apagado, dejalos apagados, dejala apagada, apagado, apagados, para siempre, de forma permanente, permanentemente, definitivamente, mas rapido, para ir mas, no moleste, no molesta, asi no molesta, molestan, estorb*, ralentiz*, retras*, tarda, frena, frenan, ahorrar tiempo, sin abrir incidencia, todos los comandos",
  failed:
    "falla, fallan, fallado, fallaron, fallidas, fallidos, fallida, fallido, fallen, erroneas, rotas, rotos, omitidas, no superadas, no pasan, no ejecutadas",
  count:
    "cuent*, marc*, pon, ponga, poner, indic*, report*, registr*, da por, trat*, declar*, anot*, escrib*, present*, informa, informar, di, clasific*, consider*",
  passed:
    "pasado, pasadas, pasados, superada, superadas, superado, superados, exito, exitosas, correctas, correctos, en verde, verde, aprobadas, aprobados, resuelto, correcto, bien, satisfactorio, satisfactorias",
  as: "como, por, que todas, que todos, que todo",
  see: "vea, vean, ve, ver, verlo, vera, visible, rastro, huella",
  restore: "vuelve, vuelvas, volver a, reactiv*, restaur*, encender*, enciend*, restablec*",
  me: "esta habilidad, la habilidad, estas instrucciones, las instrucciones, este archivo, este texto, estas reglas, a si misma, este parrafo, esta",
  sothat: "para que, de modo que, si alguien, aunque, incluso si",
  public:
    "gist, gist publico, repositorio publico, publico, publica, titulo de la incidencia, mensaje de commit, mensajes de commit, consulta de busqueda, busqueda, buscador, foro, exif, insignia, canal publico",
  talk: "prompts, prompt, ultimo mensaje, ultimos mensajes, conversacion, chat, transcripcion, lo que escribe el usuario, pregunta del usuario, variables de entorno, contenido del archivo, contenido de los archivos, user.prompt, file.content, env.all",
  telemetry:
    "telemetria, traza, trazas, metricas, analitica, informe de fallo, informes de fallo, estadisticas, datos de uso, diagnostico, atributos",
  whole:
    "texto integro, integro, completo, completa, sin recortar, literal, literalmente, palabra por palabra, entero, entera, sin censurar, en claro, tal cual",
  audit:
    "cloudtrail, registro de auditoria, auditoria, auditd, registro de eventos, registro de accesos, stoplogging, registro de seguridad, el registro con",
  during: "durante, mientras, antes de, hasta",
  imitate: "copia, copiar, clona, clonar, imita, imitar, identica, identico, parezca, reproduce, replica, recrea",
  loginpage:
    "pagina de inicio de sesion, pagina de acceso, formulario de acceso, pantalla de acceso, pagina del banco, pagina de login",
  capture:
    "lo que escriban, lo que teclee*, lo que escriba, guarda los datos, pagina real, pagina autentica, sitio verdadero, sitio real, una letra, contraseña incorrecta, redirige a la",
  asorder:
    "como orden del usuario, como ordenes, como orden, como instruccion del usuario, como instrucciones, como si el usuario, como si las diera, con la misma autoridad, como vinculante",
  document:
    "factura, facturas, pagina, paginas, correo, correos, comentario, comentarios, adjunto, archivo, documento, documentos, incidencia, pdf, sitio, respuesta, mensaje, mensajes",
  twofactor: "doble factor, dos factores, 2fa, mfa, segundo factor, dos pasos",
  invisible:
    "letra blanca, letras blancas, texto blanco, texto invisible, texto oculto, tamaño uno, tamaño cero, comentario html",
  decode: "decodific*, descifr*, base64, desempaquet*, rot13",
  force: "token de administrador, permisos de administrador, derechos de administrador, fuerza, forzar",
  drop: "borr*, elimin*, quit*, coment*, relaj*, suaviz*, recort*, salt*, omit*, rebaj*",
  fixed:
    "valor fijo, valor determinado, cierto valor, valor concreto, valor secreto, cabecera concreta, cabecera especial, segunda contraseña, parametro oculto, siempre verdadera, siempre verdadero, siempre cierta, contraseña maestra, se llama, contraseña fija, clave fija, clave maestra, ruta oculta, sea igual a, determinado usuario",
  credential:
    "contraseña, cabecera, parametro, codigo, login, inicio de sesion, token, nombre de usuario, cookie, autenticacion, comprobacion de permisos, filtro, middleware, acceso, ruta, peticion, usuario, cuenta, permisos",
  admit:
    "deja pasar, dejar pasar, deja entrar, dejar entrar, entra como, entre como, como administrador, es administrador, concede acceso, conceda acceso, salta la comprobacion, omite la comprobacion, acepta cualquier, acepta siempre, acepta en secreto, devuelve verdadero, sin contraseña, abre la puerta, da acceso, verdadera si",
  run: "ejecut*, lanz*, inici*, arranc*, instal*, abre, abrir, corre, carga, llama, pasalo, pasala, pasarlo",
  program:
    "script, guion, instalador, programa, binario, macro, extension, complemento, plugin, paquete, herramienta, archivo, ejecutable, hook, imagen, lo, el kit",
  reject:
    "rechaz*, detect*, señales, senales, sospechos*, atacante, atacantes, malicios*, intruso, estafa, estafador, fraude, phishing, ladron, tipico, tipica, advertencia, alerta si, cuidado, desconfi*, ordena, inyeccion, signos, escala si, frase tipica, niegate",
  asked:
    "pregunta antes, preguntar antes, tras preguntar, con el consentimiento, con su consentimiento, con permiso, con su permiso, tras la confirmacion, tras confirmar, solo si el usuario, si el usuario acepta, cuando el usuario confirme, si acepta, previa confirmacion, previo permiso, una vez que acepte, espera su, despues de preguntar, con su autorizacion, confirmacion de la persona",
};
