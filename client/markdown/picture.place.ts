import { createContext } from 'react'

/** Whether the text is one's own, just being written: its pictures are shown at once, since its writer chose them. */
export const IsAuthor = createContext(false)

/** Whether something is drawn within a link or a label, where no button and no other link may stand. */
export const WithinHolder = createContext(false)
