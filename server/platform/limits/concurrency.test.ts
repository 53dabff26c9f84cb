import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './concurrency.ts'

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
