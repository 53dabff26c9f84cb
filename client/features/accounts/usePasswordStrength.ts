import { useEffect, useState } from 'react'
import { loadPatiently } from '#client/platform/browser/lazyModule.ts'
import type { PasswordOwner } from '#protocol/password.rules.ts'
import type { Strength } from './password.strength.ts'

/** The dictionaries come with the first key, and are asked once the typing rests. */
const REST_MS = 200

/** From 0 to 4; null while nothing is entered, and as long as the dictionaries have not come. */
export function usePasswordStrength(password: string, { email, username }: PasswordOwner): Strength | null {
  const [known, setKnown] = useState<{ password: string; strength: Strength } | null>(null)

  useEffect(() => {
    if (password === '') return
    let isCurrent = true
    const loading = loadPatiently(() => import('./password.strength.ts'))
    const rest = setTimeout(() => {
      loading.then(
        ({ strengthOf }) =>
          isCurrent && setKnown({ password, strength: strengthOf(password, { email, username }) }),
        // Without a connection there is no advice, and nothing that hinders.
        () => undefined,
      )
    }, REST_MS)
    return () => {
      isCurrent = false
      clearTimeout(rest)
    }
  }, [password, email, username])

  return password === '' ? null : (known?.strength ?? null)
}
