import DataLoader from 'dataloader'

/** So that one answer stays small. */
const KEYS_A_QUESTION = 50
/** A question that takes longer than this, or is never answered, holds up no other. */
const HELD_UP_MS = 100

/**
 * Asks one question for all who ask at the same time: while one is under way, whoever asks waits for the next. Nobody is given
 * what was begun before they asked, so it is as fresh as a question of their own.
 * @param load what is not there is absent from its answer.
 */
export function batched<Key, Value>(
  load: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let underWay: Promise<unknown> = Promise.resolve()
  const loader = new DataLoader<Key, Value | undefined>(
    async keys => {
      const question = load([...new Set(keys)])
      underWay = question.catch(() => undefined)
      const found = await question
      return keys.map(key => found.get(key))
    },
    {
      cache: false,
      maxBatchSize: KEYS_A_QUESTION,
      batchScheduleFn(ask) {
        let isAsked = false
        function askOnce() {
          clearTimeout(late)
          if (!isAsked) ask()
          isAsked = true
        }
        const late = setTimeout(askOnce, HELD_UP_MS)
        void underWay.then(askOnce)
      },
    },
  )
  return key => loader.load(key)
}
