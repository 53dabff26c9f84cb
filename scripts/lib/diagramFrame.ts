import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, parseAst, type Rolldown } from 'vite'
import { DIAGRAM_PAGE } from '../../protocol/markdown/fence.rules.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const SCRIPT = 'client/markdown/diagram/frame.ts'
const MERMAID = 'node_modules/@mermaid-js/tiny/dist/mermaid.tiny.js'
/** What the page is built from. Building takes some seconds, so the page is cached by their content. */
const SOURCES = [
  'scripts/lib/diagramFrame.ts',
  SCRIPT,
  'client/markdown/diagram/deadline.ts',
  'client/markdown/diagram/themes.ts',
  MERMAID,
]
const CACHE = join(root, 'node_modules/.cache/diagram')

/** Emits the page in which the client renders diagrams: one file with its script and its content security policy. */
export const diagramFrame: Plugin = {
  name: 'diagram-frame',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: DIAGRAM_PAGE.slice(1), source: await cachedPage() })
  },
  configureServer(server) {
    let page: Promise<string> | undefined
    server.middlewares.use(DIAGRAM_PAGE, (_request, response, next) => {
      page ??= cachedPage()
      page.then(html => response.setHeader('Content-Type', 'text/html').end(html), next)
    })
  },
}

async function cachedPage(): Promise<string> {
  const hash = createHash('sha256')
  for (const path of SOURCES) hash.update(readFileSync(join(root, path)))
  const file = join(CACHE, `${hash.digest('hex')}.html`)
  if (existsSync(file)) return readFileSync(file, 'utf8')
  const page = await buildPage()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, page)
  return page
}

/** No other script runs on the page, and nothing is loaded. Diagrams have style elements and attributes. */
async function buildPage(): Promise<string> {
  const scripts = [await buildScript(), readMermaid()]
  const hashes = scripts.map(script => `'sha256-${createHash('sha256').update(script).digest('base64')}'`)
  const policy = `default-src 'none'; script-src ${hashes.join(' ')}; style-src 'unsafe-inline'`
  return [
    '<!doctype html><meta charset="utf-8"><title>글마루</title>',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<body>${scripts.map(script => `<script>${script}</script>`).join('')}`,
  ].join('\n')
}

async function buildScript(): Promise<string> {
  const { output } = (await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: { input: SCRIPT, output: { format: 'iife' }, checks: { bundlerTimings: false } },
    },
  })) as Rolldown.RolldownOutput
  return output[0].code
}

/** Mermaid as a script, with a call of `checkDeadline` (`diagram/deadline.ts`) in each function and each iteration of a loop. */
function readMermaid(): string {
  const code = readFileSync(join(root, MERMAID), 'utf8')
  // In a page, these would end or change the script.
  return insertChecks(code, parseAst(code) as AnyNode)
    .replaceAll('</script', '<\\/script')
    .replaceAll('<!--', '<\\!--')
}

interface AnyNode {
  type: string
  start: number
  end: number
  body?: AnyNode | AnyNode[]
  directive?: string
}

const CHECK = 'checkDeadline()'
const LOOPS = new Set([
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'WhileStatement',
  'DoWhileStatement',
])
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

function insertChecks(code: string, program: AnyNode): string {
  const insertions: { at: number; text: string }[] = []
  const insert = (at: number, text: string) => insertions.push({ at, text })

  function visit(node: AnyNode): void {
    const isLoop = LOOPS.has(node.type)
    const body = isLoop || FUNCTIONS.has(node.type) ? node.body : undefined
    let end = ''
    if (body && !Array.isArray(body)) {
      if (body.type === 'BlockStatement') insert(startOfBlock(body), `;${CHECK};`)
      else if (isLoop) {
        insert(body.start, `{${CHECK};`)
        end = '}'
      } else {
        insert(body.start, `(${CHECK},`)
        end = ')'
      }
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.filter(isNode).forEach(visit)
      else if (isNode(child)) visit(child)
    }
    if (end !== '' && body && !Array.isArray(body)) insert(body.end, end)
  }

  visit(program)
  insertions.sort((one, other) => one.at - other.at)
  let position = 0
  const parts = insertions.map(({ at, text }) => {
    const part = code.slice(position, at) + text
    position = at
    return part
  })
  return parts.join('') + code.slice(position)
}

/** After the brace and directives such as `use strict`. */
function startOfBlock({ start, body }: AnyNode): number {
  const directives = Array.isArray(body) ? body.filter(({ directive }) => directive) : []
  return directives.at(-1)?.end ?? start + 1
}

function isNode(value: unknown): value is AnyNode {
  return typeof (value as AnyNode | null)?.type === 'string'
}
