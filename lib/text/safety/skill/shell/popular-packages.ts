/** Popular packages. An unlisted name one typing error away from one of them is suspicious. */
const popular: Readonly<Record<"npm" | "pip", ReadonlySet<string>>> = {
  npm: new Set(
    "react react-dom preact next nuxt vue express lodash axios chalk commander webpack typescript eslint prettier jest vitest mocha babel rollup vite electron cross-env dotenv moment dayjs uuid request node-fetch rimraf mkdirp nodemon socket.io mongoose sequelize prisma redux zustand jquery bootstrap tailwindcss postcss autoprefixer sass less underscore async debug glob yargs inquirer ora semver colors puppeteer playwright cypress storybook fastify koa hapi passport jsonwebtoken bcrypt bcryptjs cors helmet morgan winston pino discord.js ethers web3 svelte angular rxjs zod yup formik date-fns esbuild turbo husky lint-staged concurrently pm2 serve http-server live-server sharp multer nodemailer ioredis redis mysql mysql2 knex graphql apollo-server immer classnames clsx nanoid swr three chart.js d3 leaflet marked showdown cheerio jsdom execa shelljs fs-extra minimist qs body-parser cookie-parser ws lodash-es lodash.debounce react-router react-router-dom styled-components".split(
      " ",
    ),
  ),
  pip: new Set(
    "requests numpy pandas scipy matplotlib flask django fastapi uvicorn sqlalchemy pydantic boto3 botocore urllib3 setuptools wheel pytest black ruff mypy colorama click rich typer tqdm pillow opencv-python scikit-learn tensorflow torch torchvision keras transformers beautifulsoup4 lxml selenium scrapy httpx aiohttp celery redis psycopg2 psycopg2-binary pymongo cryptography paramiko python-dateutil pyyaml jinja2 jupyter notebook ipython virtualenv poetry pipenv gunicorn werkzeug certifi idna charset-normalizer six attrs openai anthropic langchain streamlit gradio plotly seaborn networkx sympy nltk spacy gensim xgboost lightgbm pyjwt passlib python-dotenv loguru tenacity docker kubernetes ansible pre-commit tox coverage hypothesis faker".split(
      " ",
    ),
  ),
};

/** Whether a package name differs from a popular one by one added, missing, changed or swapped letter. */
export function isMisspelled(manager: "npm" | "pip", name: string): boolean {
  const plain = name.toLowerCase().replace(/(?<=.)@.*$|[<>=~!].*$/, "");
  const known = popular[manager];
  if (/@npm:|\d$/.test(name)) return false;
  if (plain.length < 5 || plain.length > 40 || !/^[a-z][\w.-]+$/.test(plain) || known.has(plain)) return false;
  for (const other of known)
    if (other.length >= 5 && Math.abs(other.length - plain.length) <= 1 && isOneErrorAway(plain, other)) return true;
  return (
    known.has(plain.replace(/-/g, "")) === false &&
    [...known].some((other) => other.includes("-") && other.replaceAll("-", "") === plain)
  );
}

function isOneErrorAway(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const left = a.slice(start, a.length - end);
  const right = b.slice(start, b.length - end);
  if (left.length + right.length <= 1 || (left.length === 1 && right.length === 1)) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
