import { type ReactNode, useState } from 'react'
import { dohyeon, haneul, minho, sampleMe, sera } from '#client/features/lookaround/content/people.ts'
import { MY_PICTURE } from '#client/features/lookaround/lookaround.rooms.ts'
import type { Person } from '#client/ui/Avatar.tsx'

export const me: Person = { ...sampleMe, picture: MY_PICTURE }
export const friends: Person[] = [minho, haneul, dohyeon, sera].map(person => ({ ...person, picture: null }))

/** Longer than a line on a phone, with a word that has no break opportunity. */
export const LONG =
  '아주 긴 문장은 휴대폰의 한 줄을 넘어도 다음 줄로 부드럽게 이어져야 하고, ' +
  '띄어쓰기없이이어진아주긴낱말이하나끼어있어도화면밖으로나가지않아야해요.'

export function nothing() {}

interface ControlledProps<Value> {
  initial: Value
  children: (value: Value, change: (value: Value) => void) => ReactNode
}

/** Holds the value of a controlled field, so that it can be tried. */
export function Controlled<Value>({ initial, children }: ControlledProps<Value>) {
  const [value, change] = useState(initial)
  return children(value, change)
}
