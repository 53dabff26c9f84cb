import { announceInvitations } from '#client/features/hubs/hubs.invitations.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { keepFocusClearOfBars, restoreLostFocus } from '#client/platform/browser/focus.ts'
import { loadFont } from '#client/platform/browser/font.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { surviveTranslation } from '#client/platform/browser/translation.ts'
import { completeCatalogue, currentLanguage, restoreLanguage } from '#client/platform/language/language.ts'
import { createTimeFormatters } from '#client/platform/language/time.ts'
import { finishPendingSignOut } from '#client/session/session.signOut.ts'
import { storedToken } from '#client/session/session.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { prefetchForMembers, prefetchOnHover } from './prefetch.ts'
import { watchForUpdates } from './pwa/watchForUpdates.ts'

/** Starts everything that the first page does not need. */
export function startAfterFirstPage(): void {
  surviveTranslation()
  restoreLostFocus()
  keepFocusClearOfBars()
  announceInvitations()
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
