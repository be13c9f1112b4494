import {test} from 'vitest'
import { validateTarget, inspect, contractFacts, contractStatements, validateKitFile } from '/work/main/src/contract/index.ts'
import { createPlatform } from '/work/main/src/platform/platform.ts'
const p = createPlatform({}) as any
const t = p.targetFile('http://127.0.0.1:1')
console.log(validateTarget(t).map((e)=>e.message), t.basePaths)
console.log(validateTarget({name:'x',adresses:{},addresses:{auth:'foo'},account:3,identities:{admin:{grant:'pasword',client:{id:'a',secret:5,version:'1'}},u:{grant:'password',client:{id:'a',secret:'5'}}},dtos:{'Service Call':{version:'1'}},limits:{concurrency:0},passwordPolicy:{minLenght:3},has:['a','a']}).map((e)=>e.instancePath+': '+e.message))
console.log(contractStatements().join(' ')); console.log(contractStatements('both').filter(x=>!contractStatements().includes(x)).join(' '))
test('x',()=>{})
