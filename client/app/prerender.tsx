import type { QueryKey } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { policyKey } from '#client/features/accounts/Policies.tsx'
import { pageFrom } from '#client/features/agora/agora.cache.ts'
import { agoraKeys } from '#client/features/agora/agora.queries.ts'
import { sampleNotes } from '#client/features/lookaround/content/notes.ts'
import { sampleRooms } from '#client/features/lookaround/content/rooms.ts'
import { pageStyles } from '#client/features/publicLinks/page/pageStyles.ts'
import { renderPublicPage } from '#client/features/publicLinks/page/renderPublicPage.tsx'
import { prerendered } from '#client/platform/browser/prerenderedData.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { showKoreanTimes } from '#client/platform/language/time.ts'
import type { PageRenderer, PageReplies } from '#protocol/publicPages.ts'
import type { PublicAddress } from '#protocol/screens.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { App } from './App.tsx'
import { homeScreens, type LazyScreenPart, openScreens } from './screens.tsx'

/** How a public screen is rendered on the server. */
interface PublicScreen {
  screen: LazyScreenPart
  /** The part of the query that selects the content; null for content that only the client renders. Absent if it never varies. */
  selectionOf?(query: URLSearchParams): string | null
  /** Entries of the query cache that the screen reads. */
  queries?(replies: PageReplies): [QueryKey, unknown][]
}

const isRoom = (hub: string | null) => sampleRooms.some(({ hubNo }) => String(hubNo) === hub)
const isNote = (no: string | null) => sampleNotes.some(({ noteNo }) => String(noteNo) === no)

const lookaround = openScreens['/lookaround/*']

const publicScreens: Record<PublicAddress, PublicScreen> = {
  '/': { screen: homeScreens.visitor['/'] },
  '/home': { screen: homeScreens.visitor['/home'] },
  '/agora': {
    screen: openScreens['/agora'],
    // Only the first page without a search.
    selectionOf: query => (['page', 'only', 'query', 'order'].some(name => query.has(name)) ? null : ''),
    queries: ({ suggestions }) => (suggestions ? [[agoraKeys.page(1), pageFrom(suggestions, 1)]] : []),
  },
  '/terms': {
    screen: openScreens['/terms'],
    queries: ({ policy }) => [[policyKey('terms', DEFAULT_LANGUAGE), policy]],
  },
  '/privacy': {
    screen: openScreens['/privacy'],
    queries: ({ policy }) => [[policyKey('privacy', DEFAULT_LANGUAGE), policy]],
  },
  '/lookaround/discussion': {
    screen: lookaround,
    selectionOf: query => (isRoom(query.get('hub')) ? `?hub=${query.get('hub')}` : ''),
  },
  '/lookaround/note': {
    screen: lookaround,
    selectionOf(query) {
      const [no, hub] = [query.get('no'), query.get('hub')]
      return isNote(no) && isRoom(hub) ? `?no=${no}&hub=${hub}` : null
    },
  },
  '/lookaround/myinfo': { screen: lookaround },
  '/user/signup': { screen: openScreens['/user/signup'] },
  '/user/signin': { screen: openScreens['/user/signin'] },
  '/user/reqpwreset': { screen: openScreens['/user/reqpwreset'] },
}

/** React's mark of a Suspense boundary that has failed or is still loading. The page would lack its content. */
const UNRENDERED = /<!--\$[?!]-->/

/** Renders the page of a Korean visitor in light mode. The browser hydrates it (decision 0050). */
export const renderer: PageRenderer = {
  renderForVisitors: renderPublicPage,
  pageStyles,
  selectionOf(address, query) {
    const { selectionOf } = publicScreens[address]
    return selectionOf ? selectionOf(new URLSearchParams(query)) : ''
  },
  async render(address, selection, replies) {
    const { screen, queries } = publicScreens[address]
    await screen.load()
    // From here on synchronously: the data belongs to this page only.
    const data = { now: Date.now(), queries: queries?.(replies) ?? [] }
    showKoreanTimes()
    prerendered.now = data.now
    for (const [key, value] of data.queries) queryClient.setQueryData(key, value)
    try {
      const html = renderToString(
        <StrictMode>
          <StaticRouter location={address + selection}>
            <App />
          </StaticRouter>
        </StrictMode>,
      )
      if (UNRENDERED.test(html)) throw new Error(`${address} is not rendered completely`)
      return { html, data }
    } finally {
      queryClient.clear()
    }
  },
}
