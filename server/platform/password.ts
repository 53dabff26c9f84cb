import { hash, verify } from '@node-rs/argon2'
import { toNfc } from '#protocol/normalization.ts'

/** What one hash takes: memory in KiB, passes over it, and how many of them at once. */
export interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** False, after the same work, when there is no hash. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

export function createPasswords(cost: PasswordCost): Passwords {
  /** Stands in for the hash of a person who does not exist, so that asking for one takes as long. */
  const nobody = hash('nobody has this password', cost)
  return {
    hash: password => hash(sameEverywhere(password), cost),
    async matches(passwordHash, password) {
      const matches = await verify(passwordHash ?? (await nobody), sameEverywhere(password))
      return passwordHash !== undefined && matches
    },
  }
}

/** Some systems type Hangul decomposed; the password is the same. */
function sameEverywhere(password: string): string {
  return toNfc(password)
}
