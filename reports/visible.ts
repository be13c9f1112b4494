export { plainJson, visible, visibleLine } from '../src/errors/visible.ts'
