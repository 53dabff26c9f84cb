import type { ErrorReply } from '#protocol/errors.ts'
import { type Answer, emptyAnswers, fullAnswers, signedInAs } from './answers.ts'
import type { Screen, ScreenState } from './screens.ts'

type Fetch = typeof fetch

/**
 * Stands in for `fetch` in a frame: calls of the protocol are answered from the samples as the state wants it, and
 * everything else, such as the sources themselves, goes on its way.
 */
export function sampleFetch(ask: Fetch, as: Screen['as'], state: ScreenState): Fetch {
  const signedIn = signedInAs(as)
  return async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href)
    if (!pathname.startsWith('/api/')) return ask(input, init)
    if (pathname === signedIn.call.path) return Response.json(signedIn.reply)
    if (state === 'offline') throw new TypeError('the gallery is offline')
    if (state === 'loading') return new Promise<Response>(() => undefined)
    const found = state === 'error' ? undefined : answerAt(pathname, state)
    return found ? Response.json(found.reply) : Response.json(failure, { status: 500 })
  }
}

const failure: ErrorReply = { success: false, code: 'internal', message: '' }

function answerAt(path: string, state: ScreenState): Answer | undefined {
  const answers = state === 'empty' ? [...emptyAnswers, ...fullAnswers] : fullAnswers
  return answers.find(({ call }) => call.path === path)
}
