import { getDefaultStore } from 'jotai'
import { announceInvitations } from '#client/features/hubs/hubs.invitations.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { savesData } from '#client/platform/browser/device.ts'
import { keepFocusClearOfBars, restoreLostFocus } from '#client/platform/browser/focus.ts'
import { loadFont } from '#client/platform/browser/font.ts'
import { rejectStrayDrops } from '#client/platform/browser/strayDrops.ts'
import { whenIdle } from '#client/platform/browser/timers.ts'
import { surviveTranslation } from '#client/platform/browser/translation.ts'
import {
  completeCatalogue,
  currentLanguage,
  followLanguageOfOtherTabs,
  restoreLanguage,
} from '#client/platform/language/language.ts'
import { createTimeFormatters } from '#client/platform/language/time.ts'
import { finishPendingSignOut } from '#client/session/session.signOut.ts'
import { authStatusAtom, storedToken } from '#client/session/session.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { watchForUpdates } from './pwa/watchForUpdates.ts'
import { everydayScreens, fetchScreen } from './screens.tsx'

/** Starts everything that the first page does not need. */
export function startAfterFirstPage(): void {
  surviveTranslation()
  restoreLostFocus()
  keepFocusClearOfBars()
  rejectStrayDrops()
  announceInvitations()
  followLanguageOfOtherTabs()
  prefetchOnHover()
  prefetchForMembers()
  watchForUpdates()
  finishPendingSignOut()
  // Visitors see no times.
  if (storedToken() !== null) whenIdle(() => createTimeFormatters(currentLanguage()))
  // Without the font the system font stays. A screen that needs the messages requests them again.
  loadFont().catch(() => undefined)
  completeCatalogue().catch(() => undefined)
  // The chosen language may have failed to load.
  onBackOnline(() => currentLanguage() === DEFAULT_LANGUAGE && void restoreLanguage())
}

/** How long a link has to be hovered before its screen is fetched, in milliseconds. */
const HOVER_MS = 50

/** Fetches the screen of a link that is hovered, focused or touched. */
function prefetchOnHover(): void {
  if (savesData()) return
  let timer: ReturnType<typeof setTimeout> | undefined

  function schedule({ target }: Event) {
    clearTimeout(timer)
    const link = target instanceof Element ? target.closest('a') : null
    if (link?.origin === location.origin) timer = setTimeout(fetchScreen, HOVER_MS, link.pathname)
  }
  for (const name of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(name, schedule, { passive: true })
}

let hasStarted = false

/** Fetches the everyday screens once the user is signed in. A screen whose prefetch fails is loaded when it opens. */
function prefetchForMembers(): void {
  const prefetch = () => void prefetchEverydayScreens().catch(() => undefined)
  getDefaultStore().sub(authStatusAtom, prefetch)
  prefetch()
}

/** Fetches one screen after the other while the page is idle. The queries of the current screen come first. */
async function prefetchEverydayScreens(): Promise<void> {
  if (hasStarted || savesData() || storedToken() === null) return
  hasStarted = true
  const { waitForQueries } = await import('#client/platform/calls/queryClient.tsx')
  for (const screen of everydayScreens) {
    await waitForQueries()
    await new Promise<void>(whenIdle)
    await fetchScreen(screen)
  }
}
