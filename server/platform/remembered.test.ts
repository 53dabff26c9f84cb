import { expect, test } from 'vitest'
import { remember } from './remembered.ts'

function rememberedFrom(stored: Map<number, string>) {
  const asked: number[][] = []
  const remembered = remember(async numbers => {
    asked.push([...numbers])
    return new Map([...stored].filter(([number]) => numbers.includes(number)))
  })
  return { asked, remembered }
}

test('what is known is not asked for again, and each number once', async () => {
  const { asked, remembered } = rememberedFrom(
    new Map([
      [1, '가'],
      [2, '나'],
    ]),
  )
  expect([...(await remembered.of([1, 1]))]).toEqual([[1, '가']])
  expect([...(await remembered.of([1, 2])).values()]).toEqual(['가', '나'])
  expect(asked).toEqual([[1], [2]])
})

test('what is absent is asked for each time', async () => {
  const stored = new Map<number, string>()
  const { remembered } = rememberedFrom(stored)
  expect((await remembered.of([1])).size).toBe(0)
  stored.set(1, '가')
  expect((await remembered.of([1])).get(1)).toBe('가')
})

test('what has changed is asked for anew', async () => {
  const stored = new Map([
    [1, '가'],
    [2, '나'],
  ])
  const { remembered } = rememberedFrom(stored)
  await remembered.of([1, 2])
  stored.set(1, '다').set(2, '라')
  remembered.forget(1)
  expect([...(await remembered.of([1, 2])).values()].sort()).toEqual(['나', '다'])
  remembered.forgetAll()
  expect((await remembered.of([2])).get(2)).toBe('라')
})

test('what was read before a change, and came after it, is not kept', async () => {
  let answer = (_value: Map<number, string>) => {}
  const remembered = remember<string>(() => new Promise(resolve => (answer = resolve)))
  const early = remembered.of([1])
  remembered.forget(1)
  answer(new Map([[1, 'before']]))
  expect((await early).get(1)).toBe('before')
  const late = remembered.of([1])
  answer(new Map([[1, 'after']]))
  expect((await late).get(1)).toBe('after')
})
