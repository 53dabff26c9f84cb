import { onLineBack } from '#client/platform/browser/lineBack.ts'
import { untoldLeaver } from './session.leaver.ts'
import { storedToken } from './session.ts'

/** Without a line scripts cannot take the cookie of a device that stays: what signing out could not do is done as soon as there is one. */
export function tellOfLeaver(): void {
  function tell() {
    // With a token the server would be asked about that one.
    if (untoldLeaver() === null || storedToken() !== null) return
    import('./session.calls.ts').then(({ endStaying }) => endStaying()).catch(() => undefined)
  }
  tell()
  onLineBack(tell)
}
