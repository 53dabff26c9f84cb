import { announceInvitations } from '#client/features/hubs/hubs.invitations.ts'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { keepFocusClearOfBars } from '#client/platform/browser/clearOfBars.ts'
import { loadFont } from '#client/platform/browser/font.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import { followLostFocus } from '#client/platform/browser/lostFocus.ts'
import { surviveTranslation } from '#client/platform/browser/translation.ts'
import { completeCatalogue, currentLanguage, restoreLanguage } from '#client/platform/language/language.ts'
import { prepareTimes } from '#client/platform/language/time.ts'
import { finishPendingSignOut } from '#client/session/session.pendingSignOut.ts'
import { storedToken } from '#client/session/session.ts'
import { DEFAULT_LANGUAGE } from '#protocol/text/languages.ts'
import { prefetchForMembers } from './ahead.ts'
import { followIntent } from './intent.ts'
import { watchForUpdates } from './pwa/watchForUpdates.ts'

/** Begins what the first look does without. */
export function beginAfterFirstPage(): void {
  surviveTranslation()
  followLostFocus()
  keepFocusClearOfBars()
  announceInvitations()
  followIntent()
  prefetchForMembers()
  watchForUpdates()
  finishPendingSignOut()
  // A visitor reads no times.
  if (storedToken() !== null) whenIdle(() => prepareTimes(currentLanguage()))
  // Without the font the system's face stays; the sentences are asked for again by the screen that needs them.
  loadFont().catch(() => undefined)
  completeCatalogue().catch(() => undefined)
  // The chosen language could not be loaded.
  onBackOnline(() => currentLanguage() === DEFAULT_LANGUAGE && void restoreLanguage())
}
