import type { PartSheetName } from '../address.ts'
import { buttons } from './buttons.tsx'
import { fields } from './fields.tsx'
import { messages } from './messages.tsx'
import type { Part } from './part.tsx'
import { people } from './people.tsx'
import { places } from './places.tsx'
import { windows } from './windows.tsx'

export const partSheets: Record<PartSheetName, readonly Part[]> = {
  buttons,
  fields,
  people,
  places,
  messages,
  windows,
}

export const parts: readonly Part[] = Object.values(partSheets).flat()
