import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { root } from '../lib/project.mjs'
import { forbidden, readImports } from './importRules.mjs'
import { sourceFiles } from './sourceFiles.mjs'

/** One violation of each rule: an importing file and its import. */
const violations = {
  'client-imports-no-server': ['client/main.tsx', '#server/app.ts'],
  'server-imports-no-client': ['server/app.ts', '../client/main.tsx'],
  'protocol-imports-no-other-folder': ['protocol/notes.ts', '#server/app.ts'],
  'client-platform-imports-nothing-above': [
    'client/platform/calls/callApi.ts',
    '../../features/notes/notes.queries.ts',
  ],
  'client-ui-imports-nothing-above': ['client/ui/Card.tsx', '#client/live/unread.ts'],
  'client-markdown-imports-nothing-above': ['client/markdown/Markdown.tsx', '#client/session/session.ts'],
  'client-session-imports-nothing-above': ['client/session/session.ts', '#client/paths.ts'],
  'client-live-imports-nothing-above': ['client/live/live.ts', '#client/features/notes/notes.queries.ts'],
  'client-features-import-nothing-above': ['client/features/notes/NoteScreen.tsx', '#client/app/Shell.tsx'],
  'editor-folders-import-no-editor-component': [
    'client/features/notes/editor/commands/useEditorKeys.ts',
    '../NoteEditor.tsx',
  ],
  'server-platform-imports-nothing-above': ['server/platform/serve.ts', '#server/config.ts'],
  'server-live-imports-nothing-above': ['server/live/sockets.ts', '#server/features/notes/notes.service.ts'],
  'server-features-import-nothing-above': ['server/features/notes/notes.routes.ts', '#server/app.ts'],
  'zod-only-through-schema-module': ['client/ui/Card.tsx', 'zod'],
  'protocol-imports-no-package': ['protocol/notes.ts', 'markdown-it'],
  'protocol-markdown-imports-only-the-parser': ['protocol/markdown/math.rules.ts', 'katex'],
  'protocol-document-imports-only-what-merges': ['protocol/document/content.ts', 'katex'],
  'no-development-packages-at-run-time': ['scripts/lib/subsetFont.ts', 'vitest'],
  'no-cycles': ['server/platform/a.ts', './b.ts', './a.ts'],
}

const directories = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true })
})

/** Creates a project of two files: the first imports the second, which imports `back` if given. */
async function projectOf(path, specifier, back) {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'imports-')))
  directories.push(directory)
  const write = async (file, imported) => {
    await mkdir(dirname(join(directory, file)), { recursive: true })
    const body =
      imported === undefined ? '' : `import { type thing } from '${imported}'\nexport const other = thing\n`
    await writeFile(join(directory, file), `${body}export const thing = 1\n`)
  }
  await cp(join(root, 'package.json'), join(directory, 'package.json'))
  await symlink(join(root, 'node_modules'), join(directory, 'node_modules'))
  for (const folder of ['client', 'server', 'protocol']) await mkdir(join(directory, folder))
  await write(path, specifier)
  const isPackage = !/^[.#]/.test(specifier)
  const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(path), specifier)
  if (!isPackage) await write(target, back)
  return directory
}

test('the project follows all rules', { timeout: 120_000 }, async () => {
  const { files, violations: found } = await readImports(root)
  expect(found).toEqual([])
  const unread = sourceFiles(['.ts', '.tsx']).filter(
    path => /^(client|server|protocol)\//.test(path) && !files.includes(path),
  )
  expect(unread).toEqual([])
})

test('each rule has a violation here', () => {
  expect(Object.keys(violations).sort()).toEqual(forbidden.map(({ name }) => name).sort())
})

test.each(Object.entries(violations))('detects a violation of %s', async (name, files) => {
  const { violations: found } = await readImports(await projectOf(...files))
  expect(found).toEqual([expect.stringContaining(`${name}: ${files[0]}`)])
})

test('tests may import anything', async () => {
  const directory = await projectOf(
    'server/platform/serve.test.ts',
    '#server/features/notes/notes.service.ts',
  )
  expect((await readImports(directory)).violations).toEqual([])
})
