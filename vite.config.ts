import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { diagramFrame } from './scripts/lib/diagramFrame.ts'
import { modulePreload, preloadHelper } from './scripts/lib/preloadHelper.ts'
import { stripServerSchemas } from './scripts/lib/stripServerSchemas.ts'
import { subsetFont } from './scripts/lib/subsetFont.ts'

const OF_EVERY_PAGE = /node_modules\/(react|react-dom|scheduler|react-router|jotai)\//

/** The shell and the visitor's home load this once the first page is idle. It contains neither calls nor schemas, which only members need. */
const OF_THE_SHELL = new RegExp(
  [
    '/client/(app(?!/members)|ui|platform/browser)/',
    '/client/live/(eventBus|connection|unread)[.]ts',
    '/client/features/home/home[.]uses[.]',
    '/protocol/normalization[.]',
  ].join('|'),
)

/** Includes the live connection: code that several screens share listens to it. */
const OF_EVERY_OTHER_SCREEN =
  /node_modules\/(zod|@tanstack|(socket|engine)\.io[^/]*)\/|\/protocol\/(?!text|markdown|noteText|graphemes|passage[A-Z]|document\/)|\/client\/(live|platform\/(?!language))/

/** All styles except those of the shell, in one file of 19 kB. Otherwise each screen would need another request. */
const STYLES = /\/client\/(features|markdown|app)\/.*\.css$/

/** Rarely used screens share a file: the first page contains the file name of every screen. */
const OF_ADMINISTRATORS = /\/(AdministrationScreen|ManageNoticesScreen)\.tsx$/
const OCCASIONAL_SCREENS = /\/(ImportScreen|NewNoteScreen|TrashScreen)\.tsx$/
/** The screens that share the fields for sign-in, sign-up and account data, and the screens of links that lead to a sign-in. */
const OF_SIGNING_UP =
  /\/(ConfirmEmailScreen|InvitationScreen|ResetScreen|SignInScreen|SignUpScreen|PasswordFields|PicturePicker|MyInfoScreen)\.tsx$|node_modules\/@simplewebauthn\//
/** The parts of the page that members have on every screen, with their home. */
const OF_MEMBERS =
  /\/client\/(app\/members|features\/home\/member)\/|\/(PendingSharesToast|DocumentSender|CommentSender|QuickNoteSender)\.tsx$/
/** Members go back and forth between the list of rooms and a room. */
const OF_ROOMS = /\/(FriendsScreen|DiscussionScreen)\.tsx$/
/** Readers open a note from the list. */
const OF_NOTES = /\/(NotesWorkspace|NoteScreen)\.tsx$/
/** Includes the documents of notes. Texts that wait for a connection need them as well, but are rare. */
const OF_EDITORS =
  /\/(NoteEditorScreen\.tsx|sendCopy\.ts)$|node_modules\/(yjs|lib0|y-protocols)\/|\/protocol\/document\/|\/documents\/(documentSync|localDocument|documentUndo|noteDocument|presence|revertCopy|textareaBinding)[.]/
const OF_THE_VISITORS_HOME = /\/home\/visitor\/|\/lookaround\/RoomUnread\.tsx$/

/** Otherwise each of these small files would be a request of its own. */
const OF_SEVERAL_SCREENS =
  /node_modules\/diff\/|\/client\/features\/(?!accounts|lookaround|documents\/(documentSync|localDocument|documentUndo|noteDocument|presence|revertCopy|textareaBinding))|\/(client|protocol)\/markdown\/(address|picture)[.]/

type ModuleInfoOf = (id: string) => { isEntry: boolean; importers: string[] } | null

/** The server sends it within the page, so its styles belong to the first page. */
const OF_THE_PRERENDERED_HOME = /\/VisitorHome\.tsx$/

/** Whether a module is part of the first page: `main.tsx` imports it statically, or it is a style sheet of what is shown there. */
function comesFirst(
  id: string,
  infoOf: ModuleInfoOf,
  isStyle = id.endsWith('.css'),
  seen = new Set<string>(),
): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const info = infoOf(id)
  if (info === null) return false
  if (info.isEntry || (isStyle && OF_THE_PRERENDERED_HOME.test(id))) return true
  return info.importers.some(by => comesFirst(by, infoOf, isStyle, seen))
}

/**
 * Lets the bundler remove unused parts of the router, such as its forms. It keeps top-level calls and assignments, because they may have
 * side effects.
 */
const onlyUsedOfRouter: Plugin = {
  name: 'only-used-of-router',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/react-router\// },
    handler: code => ({
      code: code
        .replace(/= (React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ $1')
        .replace(/^\w+\.displayName = "\w+";$/gm, '')
        // A static field of the class is no side effect.
        .replace(
          /^var (\w+) = class .*\{$([\s\S]*?)^\1\.contextType = (\w+);$/m,
          (whole, name, body, context) =>
            whole
              .replace(`${name}.contextType = ${context};`, '')
              .replace(body, `\nstatic contextType = ${context};${body}`),
        ),
      map: null,
    }),
  },
}

/**
 * lib0, which Yjs uses, reads settings of its log from local storage while it is loaded. In browsers whose local storage throws, the editor
 * did not open.
 */
const noStoredSettings: Plugin = {
  name: 'no-stored-settings',
  apply: 'build',
  transform: {
    filter: { id: /\/node_modules\/lib0\/environment\.js$/ },
    handler: code => ({ code: code.replace('storage.varStorage.getItem(name)', 'null'), map: null }),
  },
}

/** Names with hashes, under one path: the server lets browsers cache them forever. */
const OUTPUT = {
  entryFileNames: 'static/js/[name]-[hash].js',
  chunkFileNames: 'static/js/[name]-[hash].js',
  assetFileNames: 'static/[ext]/[name]-[hash][extname]',
}

export default defineConfig({
  root: 'client',
  worker: { format: 'es', rolldownOptions: { output: OUTPUT } },
  plugins: [
    react(),
    preloadHelper,
    onlyUsedOfRouter,
    noStoredSettings,
    stripServerSchemas,
    subsetFont,
    diagramFrame,
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|html|svg|json)$/ }),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // A data: address would need a wider content security policy.
    assetsInlineLimit: 0,
    modulePreload,
    rolldownOptions: {
      // On a slow machine every build would list our plugins.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // They rarely change, so they stay in the browser's cache after a release.
            { name: 'libraries', test: OF_EVERY_PAGE, priority: 2 },
            // One file compresses better than many, and its style sheet comes before all others.
            {
              debugName: 'first',
              name: (id, context) =>
                comesFirst(id, module => context.getModuleInfo(module)) ? 'first' : null,
              priority: 1,
            },
            { name: 'shell', test: OF_THE_SHELL },
            { name: 'screens', test: OF_EVERY_OTHER_SCREEN },
            { name: 'styles', test: STYLES },
            { name: 'shared', test: OF_SEVERAL_SCREENS, minShareCount: 2 },
            // Last, so that they include nothing that other groups need as well.
            { name: 'VisitorHome', test: OF_THE_VISITORS_HOME },
            { name: 'members', test: OF_MEMBERS },
            { name: 'rooms', test: OF_ROOMS },
            { name: 'notes', test: OF_NOTES },
            { name: 'editor', test: OF_EDITORS },
            { name: 'accounts', test: OF_SIGNING_UP },
            { name: 'occasional', test: OCCASIONAL_SCREENS },
            { name: 'administration', test: OF_ADMINISTRATORS },
          ],
        },
        ...OUTPUT,
      },
    },
  },
})
