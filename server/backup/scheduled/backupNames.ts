import { randomBytes } from 'node:crypto'

const RANDOM_BYTES = 4

/** Such as 'geulmaru-20261128T180000Z-1f0c2a7b.backup'. Two installations may share a place. */
export function nameOf(at: Date): string {
  const time = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `geulmaru-${time}-${randomBytes(RANDOM_BYTES).toString('hex')}.backup`
}

const NAME = /^geulmaru-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-[0-9a-f]{8}\.backup$/

/** The time in the name of a scheduled backup; null for other names. */
export function timeIn(name: string): Date | null {
  const [, year, month, day, ...time] = NAME.exec(name) ?? []
  return year === undefined ? null : new Date(`${year}-${month}-${day}T${time.join(':')}Z`)
}
