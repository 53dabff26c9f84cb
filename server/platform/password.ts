import { hash, verify } from '@node-rs/argon2'
import { toNfc } from '#protocol/normalization.ts'

/** Cost of one hash: memory in KiB, passes, and lanes. */
interface PasswordCost {
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
export const PASSWORD_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface Passwords {
  hash(password: string): Promise<string>
  /** Returns false without a hash, after the same amount of work. */
  matches(passwordHash: string | undefined, password: string): Promise<boolean>
}

export function createPasswords(cost: PasswordCost): Passwords {
  /** Verified for unknown users, so that they take as long as known ones. */
  const placeholderHash = hash('nobody has this password', cost)
  return {
    hash: password => hash(normalize(password), cost),
    async matches(passwordHash, password) {
      const matches = await verify(passwordHash ?? (await placeholderHash), normalize(password))
      return passwordHash !== undefined && matches
    },
  }
}

/** Some systems enter Hangul in decomposed form. */
function normalize(password: string): string {
  return toNfc(password)
}
