import { beforeEach, expect, test } from 'vitest'
import type { Context } from '#server/context.ts'
import { changeInHubs, mutateHub } from './hubs.mutation.ts'
import type { HubRecord } from './hubs.record.ts'

let steps: string[] = []
beforeEach(() => {
  steps = []
})

const hubOf = (hubNo: number) => ({ hubNo, version: 7 }) as HubRecord
/** A hub 404 is gone. */
const context = {
  stores: {
    hubs: {
      async bumpVersion(hubNo: number) {
        steps.push(`count in ${hubNo}`)
        return hubNo === 404 ? null : hubOf(hubNo)
      },
    },
  },
  live: {
    async forgetReadings() {
      steps.push('forget what was read')
    },
  },
} as unknown as Context

async function save() {
  steps.push('save')
  return 'saved' as const
}
async function publish({ hubNo, version }: HubRecord, saved: string) {
  steps.push(`tell that it is ${saved} in ${hubNo} at ${version}`)
}
async function takeBack(saved: string) {
  steps.push(`take back what is ${saved}`)
}

test('saves, then counts, then tells', async () => {
  expect(await mutateHub(context, 1, { save, publish, takeBack })).toBe('saved')
  expect(steps).toEqual(['save', 'count in 1', 'tell that it is saved in 1 at 7'])
})

test('where there was nothing to save nothing is counted, told, or taken back', async () => {
  expect(await mutateHub(context, 1, { save: () => null, publish, takeBack })).toBeNull()
  expect(steps).toEqual([])
})

test('what is not counted is taken back, and told to nobody', async () => {
  await mutateHub(context, 404, { save, publish, takeBack })
  expect(steps).toEqual(['save', 'count in 404', 'take back what is saved'])
})

test('a change may say how it is counted', async () => {
  await mutateHub(context, 1, { save, count: () => hubOf(2), publish })
  expect(steps).toEqual(['save', 'tell that it is saved in 2 at 7'])
})

test('what could not be saved is neither counted nor told', async () => {
  const failed = mutateHub(context, 1, { save: () => Promise.reject(new Error('no database')), publish })
  await expect(failed).rejects.toThrow('no database')
  // It may have been saved all the same.
  expect(steps).toEqual(['forget what was read'])
})

test('what shows in several hubs is saved once, and told in each that is there', async () => {
  expect(await changeInHubs(context, async () => [1, 404, 2], { save, publish })).toBe('saved')
  expect(steps).toEqual([
    'save',
    'count in 1',
    'count in 404',
    'count in 2',
    'tell that it is saved in 1 at 7',
    'tell that it is saved in 2 at 7',
  ])
})

test('of very many hubs only some are counted at the same time', async () => {
  const hubNos = Array.from({ length: 25 }, (_, index) => index + 1)
  await changeInHubs(context, async () => hubNos, { save, publish })
  const counted = (step: string) => step.startsWith('count')
  expect(steps.slice(1, 12).map(counted)).toEqual([...Array.from({ length: 10 }, () => true), false])
  expect(steps.filter(counted)).toHaveLength(25)
})
