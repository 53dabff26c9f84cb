import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import { beginOidcSignIn, type OidcPurpose, parseOidcFragment } from '#protocol/oidc.ts'

/** A browser that stores the cookies of the server and of providers, and follows redirects by hand. */
export function newOidcBrowser(nodeUrl: string) {
  /** By origin and name. */
  const cookies = new Map<string, string>()

  async function visit(url: string, init: RequestInit = {}): Promise<Response> {
    const { origin } = new URL(url)
    const own = [...cookies].filter(([key]) => key.startsWith(`${origin} `)).map(([, pair]) => pair)
    const headers = new Headers(init.headers)
    if (own.length > 0) headers.set('Cookie', own.join('; '))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const setCookie of response.headers.getSetCookie()) {
      const [pair = ''] = setCookie.split(';')
      const key = `${origin} ${pair.split('=')[0]}`
      if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(setCookie)) cookies.delete(key)
      else cookies.set(key, pair)
    }
    return response
  }

  async function call<C extends Call>(called: C, input: InputOf<C>, token?: string, more: HeadersInit = {}) {
    const headers = new Headers({ 'Content-Type': 'application/json', ...more })
    if (token !== undefined) headers.set('authData', token)
    const body = called.method === 'GET' ? {} : { body: JSON.stringify(input) }
    const response = await visit(nodeUrl + called.path, { method: called.method, headers, ...body })
    return {
      status: response.status,
      setCookie: response.headers.getSetCookie(),
      body: (await response.json()) as ReplyOf<C>,
    }
  }

  /** The address at the provider. */
  async function begin(provider: string, stays = false): Promise<string> {
    const { body } = await call(beginOidcSignIn, { provider, stays })
    if (!body.success) throw new Error(body.message)
    return body.url
  }

  /** Signs in on the provider's screen, or cancels. Returns the redirect URI with the response. */
  async function authorize(url: string, account: string | null): Promise<string> {
    let next = url
    for (let steps = 0; steps < 10; steps += 1) {
      const isForm = new URL(next).pathname.startsWith('/interaction/')
      const form: Record<string, string> = account === null ? { cancel: 'yes' } : { account }
      const response = await visit(
        next,
        isForm ? { method: 'POST', body: new URLSearchParams(form) } : undefined,
      )
      const location = response.headers.get('Location')
      if (location === null) throw new Error(`${response.status}: ${await response.text()}`)
      next = new URL(location, next).href
      if (new URL(next).pathname.startsWith('/api/oidc/')) return next
    }
    throw new Error('the provider does not come to an end')
  }

  /** Brings a response to the server. Returns where it redirects to. */
  async function bring(redirectUri: string): Promise<string> {
    const { pathname, search } = new URL(redirectUri)
    const response = await visit(nodeUrl + pathname + search)
    return response.headers.get('Location') ?? `status ${response.status}`
  }

  return {
    call,
    begin,
    authorize,
    bring,
    /** Removes all cookies, like another browser. */
    clear: () => cookies.clear(),
    /** The ticket of a response. */
    async ticketOf(redirectUri: string): Promise<string> {
      return ticketIn(await bring(redirectUri))
    },
    /** Goes through the provider, for any call that begins. */
    async ticketFor(url: string, account: string, purpose: OidcPurpose = 'signIn'): Promise<string> {
      return ticketIn(await bring(await authorize(url, account)), purpose)
    },
  }
}

function ticketIn(location: string, purpose: OidcPurpose = 'signIn'): string {
  const outcome = parseOidcFragment(new URL(location, 'http://localhost').hash)
  if (outcome?.purpose !== purpose) throw new Error(`no ticket: ${location}`)
  return outcome.ticket
}
