import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { Screens } from '#client/app/App.tsx'
import { Shell } from '#client/app/Shell.tsx'
import { reportDisconnected } from '#client/live/connection.ts'
import { loadFont } from '#client/platform/browser/font.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { completeCatalogue, restoreLanguage } from '#client/platform/language/language.ts'
import { restoreSession } from '#client/session/session.actions.ts'
import type { ErrorReply } from '#protocol/call.ts'
import type { FrameAddress } from './address.ts'
import { parts } from './parts/parts.ts'
import { emptyReplies, fullReplies, type SampleReply, sessionReply } from './screens/replies.ts'
import { findScreen, type Screen, type ScreenState } from './screens/screens.ts'

/** The content of a frame: the app on a sample server, or a component that needs its own window. */
export async function loadFrame({ kind, name, state }: FrameAddress): Promise<ReactNode> {
  await restoreLanguage()
  await Promise.all([completeCatalogue(), loadFont()])
  if (kind === 'part') return renderPart(name, state)
  return await loadScreen(name, state)
}

function renderPart(name: string, state: string): ReactNode {
  const content = parts.find(part => part.name === name)?.states[state]
  return (
    <MemoryRouter>
      <div style={{ padding: 16 }}>{content ?? `There is no ${name} ${state}: see parts/.`}</div>
    </MemoryRouter>
  )
}

/** Starts the app at a screen on a sample server. Call it once per page. */
async function loadScreen(route: string, state: string): Promise<ReactNode> {
  const screen = findScreen(route)
  const screenState = screen?.states.find(name => name === state)
  if (screen === undefined || screenState === undefined)
    return `There is no ${route} ${state}: see screens/screens.ts.`
  window.fetch = sampleFetch(window.fetch.bind(window), screen.as, screenState)
  // Show failures at once.
  queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } })
  if (screenState === 'offline') reportDisconnected()
  await restoreSession()
  return (
    <MemoryRouter initialEntries={[screen.address]}>
      <Shell>
        <Screens />
      </Shell>
    </MemoryRouter>
  )
}

type Fetch = typeof fetch

/**
 * Replaces `fetch` in a frame: API calls get sample replies for the state; other requests, such as for
 * sources, pass through.
 */
function sampleFetch(originalFetch: Fetch, as: Screen['as'], state: ScreenState): Fetch {
  const session = sessionReply(as)
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/api/')) return originalFetch(input, init)
    if (pathname === session.call.path) return Response.json(session.reply)
    if (state === 'offline') throw new TypeError('the gallery is offline')
    if (state === 'loading') return new Promise<Response>(() => undefined)
    const reply = state === 'error' ? undefined : findReply(pathname, state)
    return reply ? Response.json(reply.reply) : Response.json(failure, { status: 500 })
  }
}

const failure: ErrorReply = { success: false, code: 'internal', message: '' }

function findReply(path: string, state: ScreenState): SampleReply | undefined {
  const replies = state === 'empty' ? [...emptyReplies, ...fullReplies] : fullReplies
  return replies.find(({ call }) => call.path === path)
}
