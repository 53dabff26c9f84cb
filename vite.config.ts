import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compression } from 'vite-plugin-compression2'
import { diagramFrame } from './scripts/lib/diagramFrame.ts'
import { modulePreload, preloadHelper } from './scripts/lib/preloadHelper.ts'
import { stripServerSchemas } from './scripts/lib/stripServerSchemas.ts'
import { subsetFont } from './scripts/lib/subsetFont.ts'

const OF_EVERY_PAGE = /node_modules\/(react|react-dom|scheduler|react-router|jotai)\//

/** What the shell, and the visitor's home, get once the first page rests: it knows neither calls nor schemas, which members' tools do. */
const OF_THE_SHELL = new RegExp(
  [
    '/client/(app(?!/members)|ui|platform/browser)/',
    '/client/live/(eventBus|connection|unread)[.]ts',
    '/client/features/home/home[.]uses[.]',
    '/protocol/normalization[.]',
  ].join('|'),
)

/** With the connection, which what several screens share listens to. */
const OF_EVERY_OTHER_SCREEN =
  /node_modules\/(zod|@tanstack|(socket|engine)\.io[^/]*)\/|\/protocol\/(?!text|markdown|noteText|graphemes|passage[A-Z]|document\/)|\/client\/(live|platform\/(?!language))/

/** All but those of the shell in one sheet of 19 kB: each would be a request beside its screen's. */
const STYLES = /\/client\/(features|markdown|app)\/.*\.css$/

/** Seldom seen: the names of a file each would weigh on the first page, which knows where every screen is. */
const OF_ADMINISTRATORS = /\/(AdministrationScreen|ManageNoticesScreen)\.tsx$/
const OCCASIONAL_SCREENS = /\/(ImportScreen|NewNoteScreen|TrashScreen)\.tsx$/
/** What one says of oneself at signing in or up and later, in the same fields, and the screens of links, after which one signs in. */
const OF_SIGNING_UP =
  /\/(ConfirmEmailScreen|InvitationScreen|ResetScreen|SignInScreen|SignUpScreen|PasswordFields|PicturePicker|MyInfoScreen)\.tsx$|node_modules\/@simplewebauthn\//
/** What is there for members on every screen, with their home. */
const OF_MEMBERS =
  /\/client\/(app\/members|features\/home\/member)\/|\/(PendingSharesToast|DocumentSender|CommentSender|QuickNoteSender)\.tsx$/
/** Who goes to the one goes to the other. */
const OF_ROOMS = /\/(FriendsScreen|DiscussionScreen)\.tsx$/
/** From the one follows the other. */
const OF_NOTES = /\/(NotesWorkspace|NoteScreen)\.tsx$/
/** With the document of a note, which the rare text that waits for a connection needs as well. */
const OF_EDITORS =
  /\/(NoteEditorScreen\.tsx|sendCopy\.ts)$|node_modules\/(yjs|lib0|y-protocols)\/|\/protocol\/document\/|\/documents\/(documentSync|localDocument|documentUndo|noteDocument|presence|revertCopy|textareaBinding)[.]/
const OF_THE_VISITORS_HOME = /\/home\/visitor\/|\/lookaround\/RoomUnread\.tsx$/

/** A handful of small files each would be a request of its own. */
const OF_SEVERAL_SCREENS =
  /node_modules\/diff\/|\/client\/features\/(?!accounts|lookaround|documents\/(documentSync|localDocument|documentUndo|noteDocument|presence|revertCopy|textareaBinding))|\/(client|protocol)\/markdown\/(address|picture)[.]/

type ModuleInfoOf = (id: string) => { isEntry: boolean; importers: string[] } | null

/** It stands in the page before its code comes: its styles come with those of the first page. */
const OF_THE_PRERENDERED_HOME = /\/VisitorHome\.tsx$/

/** Whether a module comes with the first page, because `main.tsx` imports it without waiting, or, for styles, what is drawn there. */
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
 * What the router makes at its top, such as its forms, is left out unless it is used: the bundler keeps what may do
 * something by being made or named.
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
        // Inside the class, where it is no side effect.
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

/** Hashed names under one path: the server lets browsers keep them for ever. */
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
            // Seldom changed: a new release leaves them in the browser's cache.
            { name: 'libraries', test: OF_EVERY_PAGE, priority: 2 },
            // In one piece, which compresses better than many, with one style sheet that comes before all others.
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
            // Last, so that they take along nothing that others need, too.
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
