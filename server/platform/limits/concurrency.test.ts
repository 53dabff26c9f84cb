import { expect, test } from 'vitest'
import { classLimits } from '#server/limits.ts'
import { createConcurrencyLimit, createPlaces } from './concurrency.ts'

test('whose last turn is the longest ago comes first, and before them who has had none', async () => {
  const inTurn = createConcurrencyLimit({ each: 1, total: 1, waitMs: 60_000 })
  const turns: string[] = []
  const take = (key: string) => inTurn(key, async () => void turns.push(key))
  await take('one')
  await take('another')

  let end = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  const holding = inTurn('holder', () => isOver)
  const waiting = ['another', 'one', 'newcomer'].map(take)
  turns.length = 0
  end()
  await Promise.all([holding, ...waiting])
  expect(turns).toEqual(['newcomer', 'one', 'another'])
})

test('many accounts at one address share its places, and keep nobody elsewhere from theirs', async () => {
  const { atOnce } = classLimits.download
  if (atOnce?.eachAddress === undefined) throw new Error('a download is held as long as somebody reads it')
  const { eachAddress, total } = atOnce
  expect(eachAddress).toBeLessThan(total)
  const inTurn = createPlaces({ ...atOnce, waitMs: 60_000 })
  let end = () => {}
  const isOver = new Promise<void>(resolve => {
    end = resolve
  })
  let held = 0
  const accounts = Array.from({ length: 2 * total }, (_, place) => ({ key: `${place}`, address: 'a' }))
  const holding = accounts.map(asker =>
    inTurn(asker, async () => {
      held += 1
      await isOver
    }),
  )
  expect(await inTurn({ key: 'elsewhere', address: 'b' }, async () => held)).toBe(eachAddress)
  end()
  await Promise.all(holding)
  expect(held).toBe(2 * total)
})
