/** The request key of a day: the same UUID on every device of a user, and unlike random ones. */
export function requestKeyOfDay(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${String(at.getFullYear()).padStart(4, '0')}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-0000-8000-8000-000000000000`
}
