import { atom, useAtom, useAtomValue } from 'jotai'
import { tabStorage } from '#client/platform/browser/storage.ts'
import { t } from '#client/platform/language/language.ts'
import './passageBar.css'

export type CommentOrder = 'time' | 'place'

const STORAGE_KEY = 'comment_order'

const storedAtom = atom<CommentOrder>(tabStorage.getItem(STORAGE_KEY) === 'place' ? 'place' : 'time')

/** Remembered by the tab. */
const orderAtom = atom(
  get => get(storedAtom),
  (_get, set, order: CommentOrder) => {
    set(storedAtom, order)
    tabStorage.setItem(STORAGE_KEY, order)
  },
)

export const useCommentOrder = () => useAtomValue(orderAtom)

const LABELS = { place: 'passages.byPlace', time: 'passages.byTime' } as const

/** Whether comments are listed by their time or by their place in the text. */
export function CommentOrderSwitch() {
  const [order, setOrder] = useAtom(orderAtom)
  return (
    <fieldset className="comment-order">
      <legend className="visually-hidden">{t('passages.order')}</legend>
      {(['place', 'time'] as const).map(one => (
        <label key={one} className="comment-order__choice">
          <input
            type="radio"
            name="comment-order"
            className="visually-hidden"
            checked={order === one}
            onChange={() => setOrder(one)}
          />
          {t(LABELS[one])}
        </label>
      ))}
    </fieldset>
  )
}
