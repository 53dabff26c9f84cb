import type { RequestHandler } from 'express'
import { type PublicAddress, screenAddresses, screenOf } from '#protocol/screens.ts'
import type { Context } from '#server/context.ts'
import { encodePage, sendPage } from './encodedPage.ts'
import { withHead } from './pages.html.ts'
import { type Head, OWN_HEAD, publicPages, UNKNOWN_HEAD } from './publicPages.ts'
import { createRenderedPages, type PageParts } from './renderedPages.ts'

/**
 * Serves the page for every address: known ones with 200, others with 404, which the page explains. Public pages come
 * rendered; all others have an empty root, which the client fills.
 */
export function servePages(context: Context, parts: PageParts): RequestHandler {
  const findRendered = createRenderedPages(context, parts)
  const write = (head: Head) => encodePage(withHead(parts.page, head, context))
  const own = write(OWN_HEAD)
  const unknown = write(UNKNOWN_HEAD)
  const unrendered = Object.fromEntries(
    Object.entries(publicPages).map(([address, head]) => [address, write(head)]),
  )
  const addresses = {
    ...Object.fromEntries(Object.keys(screenAddresses).map(address => [address, address])),
    '/index.html': '/index.html',
  }

  return async (request, response) => {
    const address = screenOf<string>(request.path, addresses)
    // Forms sent before the script was loaded leave a question mark. Never redirects unknown addresses.
    if (address !== undefined && request.originalUrl.endsWith('?')) return response.redirect(request.path)
    if (address === undefined) response.status(404)
    if (address === undefined || !isPublic(address)) {
      response.set('X-Robots-Tag', 'noindex')
      return sendPage(request, response, await (address === undefined ? unknown : own))
    }
    const [, query = ''] = request.originalUrl.split('?')
    // React would not find at another spelling of the address what was rendered for this one.
    const rendered = request.path === address ? await findRendered(address, query) : null
    const page = rendered ?? (await unrendered[address])
    if (page) sendPage(request, response, page)
  }
}

function isPublic(address: string): address is PublicAddress {
  return Object.hasOwn(publicPages, address)
}

export const CHANGE_PASSWORD = '/.well-known/change-password'

/** For password managers (W3C, A Well-Known URL for Changing Passwords). */
export const redirectToPasswordChange: RequestHandler = (_request, response) =>
  response.redirect('/user/myinfo')
